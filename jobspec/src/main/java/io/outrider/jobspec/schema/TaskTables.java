package io.outrider.jobspec.schema;

import java.util.ArrayList;
import java.util.List;

/** Tasks and what stands in them. */
final class TaskTables {
    private TaskTables() {}

    static Spec task() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.TEXT, "driver", "Driver")
                .argument(Kind.TEXT, "user", "User")
                .argument(Kind.BOOL, "leader", "Leader")
                .argument(Kind.DURATION_OR_NULL, "kill_timeout", "KillTimeout")
                .argument(Kind.TEXT, "kill_signal", "KillSignal")
                .argument(Kind.DURATION, "shutdown_delay", "ShutdownDelay")
                .argument(Kind.TEXT, "kind", "Kind")
                .one("lifecycle", "Lifecycle", TaskTables::lifecycle)
                .free("config", "Config")
                .textMapOrArgument("env", "Env")
                .textMapOrArgument("meta", "Meta")
                .many("constraint", "Constraints", PlacementTables::constraint)
                .many("affinity", "Affinities", PlacementTables::affinity)
                .many("service", "Services", ServiceTables::service)
                .one("resources", "Resources", TaskTables::resources)
                .one("restart", "RestartPolicy", PolicyTables::restart)
                .one("logs", "LogConfig", TaskTables::logs)
                .many("artifact", "Artifacts", TaskTables::artifact)
                .one("vault", "Vault", PolicyTables::vault)
                .many("template", "Templates", TaskTables::template)
                .one("dispatch_payload", "DispatchPayload", () -> new Spec().argument(Kind.TEXT, "file", "File"))
                .many("volume_mount", "VolumeMounts", TaskTables::volumeMount)
                .block("csi_plugin", List.of(), new BlockRule.One("CSIPluginConfig", TaskTables::csiPlugin), null)
                .block(
                        "identity",
                        List.of(),
                        new BlockRule.Own(NewerTables::identities, NewerTables::identity),
                        "Identity")
                .newerNamed("action", "Actions", NewerTables::action)
                .newerNamed("secret", "Secrets", NewerTables::secret)
                .newerOne("schedule", "Schedule", NewerTables::schedule)
                .newerOne("consul", "Consul", NewerTables::consul)
                .block(
                        "scaling",
                        List.of("name"),
                        new BlockRule.Own(ScalingRules::task, PolicyTables::scaling),
                        "ScalingPolicies");
    }

    private static Spec lifecycle() {
        return new Spec().argument(Kind.TEXT, "hook", "Hook").argument(Kind.BOOL, "sidecar", "Sidecar");
    }

    static Spec logs() {
        return new Spec()
                .argument(Kind.WHOLE_OR_NULL, "max_files", "MaxFiles")
                .argument(Kind.WHOLE_OR_NULL, "max_file_size", "MaxFileSizeMB")
                .argument(Kind.BOOL_OR_NULL, "enabled", "Enabled")
                .argument(Kind.BOOL_OR_NULL, "disabled", "Disabled");
    }

    static Spec resources() {
        return new Spec()
                .argument(Kind.WHOLE_OR_NULL, "cpu", "CPU")
                .argument(Kind.WHOLE_OR_NULL, "cores", "Cores")
                .argument(Kind.WHOLE_OR_NULL, "memory", "MemoryMB")
                .argument(Kind.WHOLE_OR_NULL, "memory_max", "MemoryMaxMB")
                .argument(Kind.WHOLE_OR_NULL, "disk", "DiskMB")
                .argument(Kind.WHOLE_OR_NULL, "iops", "IOPS")
                .many("network", "Networks", PolicyTables::network)
                .labelled("device", "Devices", "Name", TaskTables::device)
                .newerOne("numa", "NUMA", NewerTables::numa)
                .newer(Kind.WHOLE_OR_NULL, "secrets", "SecretsMB");
    }

    private static Spec device() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.COUNT_OR_NULL, "count", "Count")
                .many("constraint", "Constraints", PlacementTables::constraint)
                .many("affinity", "Affinities", PlacementTables::affinity);
    }

    private static Spec artifact() {
        return new Spec()
                .argument(Kind.TEXT_OR_NULL, "source", "GetterSource")
                .argument(Kind.TEXT_OR_NULL, "destination", "RelativeDest")
                .argument(Kind.TEXT_OR_NULL, "mode", "GetterMode")
                .newer(Kind.BOOL_OR_NULL, "insecure", "GetterInsecure")
                .newer(Kind.BOOL_OR_NULL, "chown", "Chown")
                .textMap("options", "GetterOptions")
                .textMap("headers", "GetterHeaders");
    }

    private static Spec template() {
        return new Spec()
                .argument(Kind.TEXT_OR_NULL, "source", "SourcePath")
                .argument(Kind.TEXT_OR_NULL, "destination", "DestPath")
                .argument(Kind.TEXT_OR_NULL, "data", "EmbeddedTmpl")
                .argument(Kind.TEXT_OR_NULL, "change_mode", "ChangeMode")
                .argument(Kind.TEXT_OR_NULL, "change_signal", "ChangeSignal")
                .one("change_script", "ChangeScript", TaskTables::changeScript)
                .argument(Kind.DURATION_OR_NULL, "splay", "Splay")
                .argument(Kind.TEXT_OR_NULL, "perms", "Perms")
                .argument(Kind.WHOLE_OR_NULL, "uid", "Uid")
                .argument(Kind.WHOLE_OR_NULL, "gid", "Gid")
                .argument(Kind.TEXT_OR_NULL, "left_delimiter", "LeftDelim")
                .argument(Kind.TEXT_OR_NULL, "right_delimiter", "RightDelim")
                .argument(Kind.BOOL_OR_NULL, "env", "Envvars")
                .argument(Kind.DURATION_OR_NULL, "vault_grace", "VaultGrace")
                .argument(Kind.BOOL_OR_NULL, "error_on_missing_key", "ErrMissingKey")
                .newer(Kind.BOOL_OR_NULL, "once", "Once")
                .one("wait", "Wait", () -> new Spec()
                        .argument(Kind.DURATION_OR_NULL, "min", "Min")
                        .argument(Kind.DURATION_OR_NULL, "max", "Max"))
                .then(json -> {
                    json.putIfAbsent("ChangeMode", "restart");
                    json.putIfAbsent("Splay", 5_000_000_000L);
                    json.putIfAbsent("Perms", "0644");
                    json.putIfAbsent("ErrMissingKey", false);
                });
    }

    private static Spec changeScript() {
        return new Spec()
                .argument(Kind.TEXT_OR_NULL, "command", "Command")
                .argument(Kind.TEXTS, "args", "Args")
                .argument(Kind.DURATION_OR_NULL, "timeout", "Timeout")
                .argument(Kind.BOOL_OR_NULL, "fail_on_error", "FailOnError")
                .newer(Kind.BOOL_OR_NULL, "run_on_first_render", "RunOnFirstRender")
                .then(json -> {
                    json.putIfAbsent("Args", new ArrayList<>());
                    json.putIfAbsent("Timeout", 5_000_000_000L);
                    json.putIfAbsent("FailOnError", false);
                });
    }

    static Spec volumeMount() {
        return new Spec()
                .argument(Kind.TEXT_OR_NULL, "volume", "Volume")
                .argument(Kind.TEXT_OR_NULL, "destination", "Destination")
                .argument(Kind.BOOL_OR_NULL, "read_only", "ReadOnly")
                .argument(Kind.TEXT_OR_NULL, "propagation_mode", "PropagationMode")
                .newer(Kind.TEXT_OR_NULL, "selinux_label", "SELinuxLabel");
    }

    private static Spec csiPlugin() {
        return new Spec()
                .argument(Kind.TEXT, "id", "ID")
                .argument(Kind.TEXT, "type", "Type")
                .argument(Kind.TEXT, "mount_dir", "MountDir")
                .argument(Kind.TEXT, "stage_publish_base_dir", "StagePublishBaseDir")
                .argument(Kind.DURATION, "health_timeout", "HealthTimeout");
    }
}
