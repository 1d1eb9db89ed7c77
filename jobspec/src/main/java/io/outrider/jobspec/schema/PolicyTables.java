package io.outrider.jobspec.schema;

import java.util.ArrayList;

/** Policies that jobs and groups share, and blocks of a few lines. */
final class PolicyTables {
    private PolicyTables() {}

    static Spec update() {
        return new Spec()
                .argument(Kind.DURATION_OR_NULL, "stagger", "Stagger")
                .argument(Kind.WHOLE_OR_NULL, "max_parallel", "MaxParallel")
                .argument(Kind.TEXT_OR_NULL, "health_check", "HealthCheck")
                .argument(Kind.DURATION_OR_NULL, "min_healthy_time", "MinHealthyTime")
                .argument(Kind.DURATION_OR_NULL, "healthy_deadline", "HealthyDeadline")
                .argument(Kind.DURATION_OR_NULL, "progress_deadline", "ProgressDeadline")
                .argument(Kind.WHOLE_OR_NULL, "canary", "Canary")
                .argument(Kind.BOOL_OR_NULL, "auto_revert", "AutoRevert")
                .argument(Kind.BOOL_OR_NULL, "auto_promote", "AutoPromote");
    }

    static Spec migrate() {
        return new Spec()
                .argument(Kind.WHOLE_OR_NULL, "max_parallel", "MaxParallel")
                .argument(Kind.TEXT_OR_NULL, "health_check", "HealthCheck")
                .argument(Kind.DURATION_OR_NULL, "min_healthy_time", "MinHealthyTime")
                .argument(Kind.DURATION_OR_NULL, "healthy_deadline", "HealthyDeadline");
    }

    static Spec reschedule() {
        return new Spec()
                .argument(Kind.WHOLE_OR_NULL, "attempts", "Attempts")
                .argument(Kind.DURATION_OR_NULL, "interval", "Interval")
                .argument(Kind.DURATION_OR_NULL, "delay", "Delay")
                .argument(Kind.TEXT_OR_NULL, "delay_function", "DelayFunction")
                .argument(Kind.DURATION_OR_NULL, "max_delay", "MaxDelay")
                .argument(Kind.BOOL_OR_NULL, "unlimited", "Unlimited");
    }

    static Spec restart() {
        return new Spec()
                .argument(Kind.DURATION_OR_NULL, "interval", "Interval")
                .argument(Kind.WHOLE_OR_NULL, "attempts", "Attempts")
                .argument(Kind.DURATION_OR_NULL, "delay", "Delay")
                .argument(Kind.TEXT_OR_NULL, "mode", "Mode")
                .argument(Kind.BOOL_OR_NULL, "render_templates", "RenderTemplates");
    }

    static Spec periodic() {
        return new Spec()
                .argument(Kind.BOOL_OR_NULL, "enabled", "Enabled")
                .argument(Kind.TEXT_OR_NULL, "cron", "Spec")
                .argument(Kind.TEXTS, "crons", "Specs")
                .fixed("SpecType", "cron")
                .argument(Kind.BOOL_OR_NULL, "prohibit_overlap", "ProhibitOverlap")
                .argument(Kind.TEXT_OR_NULL, "time_zone", "TimeZone");
    }

    static Spec parameterized() {
        return new Spec()
                .argument(Kind.TEXT, "payload", "Payload")
                .argument(Kind.TEXTS, "meta_required", "MetaRequired")
                .argument(Kind.TEXTS, "meta_optional", "MetaOptional");
    }

    static Spec multiregion() {
        return new Spec()
                .one("strategy", "Strategy", () -> new Spec()
                        .argument(Kind.WHOLE_OR_NULL, "max_parallel", "MaxParallel")
                        .argument(Kind.TEXT_OR_NULL, "on_failure", "OnFailure"))
                .labelled("region", "Regions", "Name", PolicyTables::region);
    }

    private static Spec region() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.WHOLE_OR_NULL, "count", "Count")
                .argument(Kind.TEXTS, "datacenters", "Datacenters")
                .argument(Kind.TEXT, "node_pool", "NodePool")
                .textMap("meta", "Meta");
    }

    static Spec vault() {
        return new Spec()
                .argument(Kind.TEXTS, "policies", "Policies")
                .argument(Kind.TEXT_OR_NULL, "namespace", "Namespace")
                .argument(Kind.BOOL_OR_NULL, "env", "Env")
                .argument(Kind.BOOL_OR_NULL, "disable_file", "DisableFile")
                .argument(Kind.TEXT_OR_NULL, "change_mode", "ChangeMode")
                .argument(Kind.TEXT_OR_NULL, "change_signal", "ChangeSignal")
                .newer(Kind.TEXT_OR_NULL, "role", "Role")
                .newer(Kind.TEXT_OR_NULL, "cluster", "Cluster")
                .newer(Kind.BOOL_OR_NULL, "allow_token_expiration", "AllowTokenExpiration")
                .then(json -> {
                    json.putIfAbsent("Env", true);
                    json.putIfAbsent("DisableFile", false);
                    json.putIfAbsent("ChangeMode", "restart");
                });
    }

    /** A scaling policy; its type comes from where it stands. */
    static Spec scaling() {
        return new Spec()
                .fixed("ID", "")
                .fixed("Namespace", "")
                .fixed("Target", null)
                .fixed("CreateIndex", 0L)
                .fixed("ModifyIndex", 0L)
                .argument(Kind.TEXT, "type", "Type")
                .argument(Kind.BOOL_OR_NULL, "enabled", "Enabled")
                .argument(Kind.WHOLE_OR_NULL, "min", "Min")
                .required(Kind.WHOLE_OR_NULL, "max", "Max")
                .free("policy", "Policy");
    }

    static Spec ephemeralDisk() {
        return new Spec()
                .argument(Kind.BOOL_OR_NULL, "sticky", "Sticky")
                .argument(Kind.WHOLE_OR_NULL, "size", "SizeMB")
                .argument(Kind.BOOL_OR_NULL, "migrate", "Migrate");
    }

    static Spec network() {
        return new Spec()
                .argument(Kind.TEXT, "mode", "Mode")
                .argument(Kind.TEXT, "device", "Device")
                .argument(Kind.TEXT, "cidr", "CIDR")
                .argument(Kind.TEXT, "ip", "IP")
                .argument(Kind.WHOLE_OR_NULL, "mbits", "MBits")
                .argument(Kind.TEXT, "hostname", "Hostname")
                .one("dns", "DNS", () -> new Spec()
                        .argument(Kind.TEXTS, "servers", "Servers")
                        .argument(Kind.TEXTS, "searches", "Searches")
                        .argument(Kind.TEXTS, "options", "Options"))
                .newerOne("cni", "CNI", () -> new Spec().argument(Kind.TEXT_MAP, "args", "Args"))
                .fixed("ReservedPorts", null)
                .fixed("DynamicPorts", null)
                .labelled("reserved_ports", "-reserved", "Label", PolicyTables::port)
                .labelled("port", "-ports", "Label", PolicyTables::port)
                .then(json -> Ports.split(json));
    }

    private static Spec port() {
        return new Spec()
                .fixed("Label", "")
                .argument(Kind.WHOLE, "static", "Value")
                .argument(Kind.WHOLE, "to", "To")
                .argument(Kind.TEXT, "host_network", "HostNetwork")
                .newer(Kind.BOOL_OR_NULL, "ignore_collision", "IgnoreCollision");
    }

    /** Ports with a number go to one list, the rest to the other. */
    private static final class Ports {
        private static java.util.List<?> ports(@org.jspecify.annotations.Nullable Object all) {
            return all instanceof java.util.List<?> list ? list : java.util.List.of();
        }

        private static void split(java.util.Map<String, @org.jspecify.annotations.Nullable Object> json) {
            java.util.List<?> reserved = ports(json.remove("-reserved"));
            java.util.List<?> ports = ports(json.remove("-ports"));
            java.util.List<Object> fixed = new ArrayList<>(reserved);
            java.util.List<Object> free = new ArrayList<>();
            for (Object port : ports) {
                boolean numbered = port instanceof java.util.Map<?, ?> fields
                        && fields.get("Value") instanceof Long number
                        && number > 0;
                (numbered ? fixed : free).add(port);
            }
            json.put("ReservedPorts", fixed.isEmpty() ? null : fixed);
            json.put("DynamicPorts", free.isEmpty() ? null : free);
        }
    }
}
