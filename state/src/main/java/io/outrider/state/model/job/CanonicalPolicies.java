package io.outrider.state.model.job;

import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Defaults of update, migrate, reschedule and restart policies: by job type, and from job to group to task. */
final class CanonicalPolicies {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final String UPDATE = "Update";
    private static final String MIGRATE = "Migrate";
    private static final String RESCHEDULE = "ReschedulePolicy";
    private static final String RESTART = "RestartPolicy";

    private CanonicalPolicies() {}

    static void jobUpdate(ObjectNode job) {
        if (Trees.unset(job, UPDATE) && isService(job)) {
            job.putObject(UPDATE);
        }
        Trees.object(job, UPDATE).ifPresent(update -> Trees.fillAll(update, update()));
    }

    static void group(ObjectNode job, ObjectNode group) {
        inherit(group, UPDATE, Trees.object(job, UPDATE));
        Trees.object(group, UPDATE).ifPresent(update -> Trees.fillAll(update, update()));
        inherit(group, MIGRATE, Trees.object(job, MIGRATE));
        if (isService(job)) {
            Trees.objectOrNew(group, MIGRATE);
        }
        Trees.object(group, MIGRATE).ifPresent(migrate -> Trees.fillAll(migrate, migrate()));
        inherit(group, RESCHEDULE, Trees.object(job, "Reschedule"));
        if (!isSystem(job)) {
            Trees.objectOrNew(group, RESCHEDULE);
        }
        Trees.object(group, RESCHEDULE).ifPresent(policy -> Trees.fillAll(policy, reschedule(job)));
        Trees.fillAll(Trees.objectOrNew(group, RESTART), restart(job));
    }

    static void task(ObjectNode group, ObjectNode task) {
        Trees.fillAll(Trees.objectOrNew(task, RESTART), Trees.objectOrNew(group, RESTART));
    }

    private static void inherit(ObjectNode group, String name, Optional<ObjectNode> outer) {
        outer.ifPresent(policy -> Trees.fillAll(Trees.objectOrNew(group, name), policy));
    }

    private static boolean isService(ObjectNode job) {
        return job.path("Type").asString("").equals("service");
    }

    private static boolean isSystem(ObjectNode job) {
        return job.path("Type").asString("").equals("system");
    }

    private static ObjectNode update() {
        return healthy(5 * MINUTE)
                .put("Stagger", 30 * SECOND)
                .put("ProgressDeadline", 10 * MINUTE)
                .put("AutoRevert", false)
                .put("AutoPromote", false)
                .put("Canary", 0);
    }

    private static ObjectNode migrate() {
        return healthy(5 * MINUTE);
    }

    private static ObjectNode healthy(long deadline) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("MaxParallel", 1)
                .put("HealthCheck", "checks")
                .put("MinHealthyTime", 10 * SECOND)
                .put("HealthyDeadline", deadline);
    }

    private static ObjectNode reschedule(ObjectNode job) {
        ObjectNode policy = JsonNodeFactory.instance.objectNode();
        switch (job.path("Type").asString("")) {
            case "service":
                return policy.put("Attempts", 0)
                        .put("Interval", 0)
                        .put("Delay", 30 * SECOND)
                        .put("DelayFunction", "exponential")
                        .put("MaxDelay", HOUR)
                        .put("Unlimited", true);
            case "batch":
                return policy.put("Attempts", 1)
                        .put("Interval", 24 * HOUR)
                        .put("Delay", 5 * SECOND)
                        .put("DelayFunction", "constant")
                        .put("MaxDelay", 0)
                        .put("Unlimited", false);
            default:
                return policy.put("Attempts", 0)
                        .put("Interval", 0)
                        .put("Delay", 0)
                        .put("DelayFunction", "")
                        .put("MaxDelay", 0)
                        .put("Unlimited", false);
        }
    }

    private static ObjectNode restart(ObjectNode job) {
        boolean longLived = isService(job) || isSystem(job);
        return JsonNodeFactory.instance
                .objectNode()
                .put("Attempts", longLived ? 2 : 3)
                .put("Interval", longLived ? 30 * MINUTE : 24 * HOUR)
                .put("Delay", 15 * SECOND)
                .put("Mode", "fail")
                .put("RenderTemplates", false);
    }
}
