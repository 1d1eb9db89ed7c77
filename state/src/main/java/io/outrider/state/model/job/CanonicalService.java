package io.outrider.state.model.job;

import tools.jackson.databind.node.ObjectNode;

/** Defaults of services, their checks and their mesh settings. */
final class CanonicalService {
    private static final String CHECK_RESTART = "CheckRestart";
    private static final long SECOND = 1_000_000_000L;

    private CanonicalService() {}

    static void fill(ObjectNode service, String name) {
        Trees.fillText(service, "Name", name);
        Trees.fillText(service, "AddressMode", "auto");
        Trees.fillText(service, "OnUpdate", "require_healthy");
        Trees.fillText(service, "Provider", "consul");
        Trees.objects(service, "Checks").forEach(check -> check(service, check));
        Trees.object(service, "Weights").ifPresent(CanonicalService::weights);
        Trees.object(service, "Connect").ifPresent(CanonicalService::connect);
    }

    private static void weights(ObjectNode weights) {
        for (String name : new String[] {"Passing", "Warning"}) {
            if (weights.path(name).asLong(0) == 0) {
                weights.put(name, 1);
            }
        }
    }

    private static void check(ObjectNode service, ObjectNode check) {
        Trees.fillText(check, "OnUpdate", service.path("OnUpdate").asString(""));
        Trees.object(service, CHECK_RESTART).ifPresent(outer -> checkRestart(outer, check));
        Trees.object(check, CHECK_RESTART).ifPresent(restart -> Trees.fill(restart, "Grace", SECOND));
    }

    /** The service's settings hold for each check; zero and false of the check count as unset. */
    private static void checkRestart(ObjectNode outer, ObjectNode check) {
        ObjectNode restart = Trees.objectOrNew(check, CHECK_RESTART);
        Trees.fillAll(restart, outer);
        if (restart.path("Limit").longValue() <= 0) {
            restart.set("Limit", outer.get("Limit"));
        }
        if (!restart.path("IgnoreWarnings").asBoolean(false)) {
            restart.set("IgnoreWarnings", outer.get("IgnoreWarnings"));
        }
    }

    private static void connect(ObjectNode connect) {
        Trees.object(connect, "Gateway")
                .flatMap(gateway -> Trees.object(gateway, "Proxy"))
                .ifPresent(proxy -> Trees.fill(proxy, "ConnectTimeout", 5 * SECOND));
        Trees.object(connect, "SidecarTask").ifPresent(CanonicalService::sidecar);
    }

    private static void sidecar(ObjectNode task) {
        Trees.fill(task, "KillTimeout", 5 * SECOND);
        Trees.fill(task, "ShutdownDelay", 0);
        CanonicalTask.logs(task);
        Trees.object(task, "Resources").ifPresent(CanonicalTask::resources);
    }
}
