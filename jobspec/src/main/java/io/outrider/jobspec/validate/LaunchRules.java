package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.jobspec.validate.time.CronSyntax;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ParameterizedJobConfig;
import io.outrider.state.model.job.PeriodicConfig;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks on how a job is launched: by time, or by dispatch. */
final class LaunchRules {
    private static final Set<String> PAYLOADS = Set.of("", "optional", "required", "forbidden");
    private static final String ONLY = " can only be used with \"batch\" or \"sysbatch\" scheduler";

    private LaunchRules() {}

    static void check(Site job, Job owner) {
        String type = text(owner.type());
        boolean batch = type.equals("batch") || type.equals("sysbatch");
        PeriodicConfig periodic = owner.periodic();
        if (periodic != null && flag(periodic.enabled())) {
            job.check(!batch, "periodic", "Periodic" + ONLY);
            periodic(job.at("periodic"), periodic);
        }
        ParameterizedJobConfig parameterized = owner.parameterizedJob();
        if (parameterized != null) {
            job.check(!batch, "parameterized", "Parameterized job" + ONLY);
            parameterized(job.at("parameterized"), parameterized);
        }
    }

    private static void periodic(Site site, PeriodicConfig periodic) {
        String spec = text(periodic.spec());
        List<String> specs = Unset.list(periodic.specs());
        site.check(!spec.isEmpty() && !specs.isEmpty(), "crons", "Only cron or crons may be used");
        if (spec.isEmpty() && specs.isEmpty()) {
            site.fault("Must specify a spec");
        }
        String zone = text(periodic.timeZone());
        if (!isZone(zone)) {
            site.fault("time_zone", "Invalid time zone \"" + zone + "\": unknown time zone " + zone);
        }
        if (!spec.isEmpty()) {
            cron(site, "cron", spec);
        }
        specs.forEach(each -> cron(site, "crons", each));
    }

    private static void cron(Site site, String argument, String spec) {
        CronSyntax.fault(spec).ifPresent(why -> site.fault(argument, "Invalid cron spec \"" + spec + "\": " + why));
    }

    private static boolean isZone(String name) {
        try {
            return name.isEmpty()
                    || name.equals("Local")
                    || ZoneId.getAvailableZoneIds().contains(name)
                    || name.equals(ZoneId.of(name).getId());
        } catch (DateTimeException unknown) {
            return false;
        }
    }

    private static void parameterized(Site site, ParameterizedJobConfig parameterized) {
        String payload = text(parameterized.payload());
        site.check(!PAYLOADS.contains(payload), "payload", "Unknown payload requirement: \"" + payload + "\"");
        Set<String> optional = new HashSet<>(Unset.list(parameterized.metaOptional()));
        List<String> both = Unset.list(parameterized.metaRequired()).stream()
                .filter(optional::contains)
                .distinct()
                .toList();
        site.check(
                !both.isEmpty(),
                "meta_optional",
                "Required and optional meta keys should be disjoint. Following keys exist in both: ["
                        + String.join(" ", both) + "]");
    }
}
