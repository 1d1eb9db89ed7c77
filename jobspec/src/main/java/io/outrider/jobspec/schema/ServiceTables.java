package io.outrider.jobspec.schema;

import java.util.List;

/** Services, checks and Connect. */
final class ServiceTables {
    private ServiceTables() {}

    static Spec service() {
        return new Spec()
                .argument(Kind.TEXT, "name", "Name")
                .argument(Kind.TEXTS, "tags", "Tags")
                .argument(Kind.TEXTS, "canary_tags", "CanaryTags")
                .argument(Kind.BOOL, "enable_tag_override", "EnableTagOverride")
                .argument(Kind.TEXT, "port", "PortLabel")
                .argument(Kind.TEXT, "address_mode", "AddressMode")
                .argument(Kind.TEXT, "address", "Address")
                .argument(Kind.TEXT, "task", "TaskName")
                .argument(Kind.TEXT, "on_update", "OnUpdate")
                .argument(Kind.TEXT, "provider", "Provider")
                .many("check", "Checks", ServiceTables::check)
                .one("check_restart", "CheckRestart", ServiceTables::checkRestart)
                .one("connect", "Connect", ServiceTables::connect)
                .textMap("meta", "Meta")
                .textMap("canary_meta", "CanaryMeta")
                .textMap("tagged_addresses", "TaggedAddresses")
                .newerOne("identity", "Identity", NewerTables::identity)
                .newerOne("weights", "Weights", NewerTables::weights)
                .newer(Kind.TEXT_OR_NULL, "cluster", "Cluster")
                .newer(Kind.TEXT_OR_NULL, "kind", "Kind");
    }

    private static Spec check() {
        return new Spec()
                .argument(Kind.TEXT, "name", "Name")
                .argument(Kind.TEXT, "type", "Type")
                .argument(Kind.TEXT, "command", "Command")
                .argument(Kind.TEXTS, "args", "Args")
                .argument(Kind.TEXT, "path", "Path")
                .argument(Kind.TEXT, "protocol", "Protocol")
                .argument(Kind.TEXT, "port", "PortLabel")
                .argument(Kind.BOOL, "expose", "Expose")
                .argument(Kind.TEXT, "address_mode", "AddressMode")
                .argument(Kind.TEXT, "advertise", "Advertise")
                .argument(Kind.DURATION, "interval", "Interval")
                .argument(Kind.DURATION, "timeout", "Timeout")
                .argument(Kind.TEXT, "initial_status", "InitialStatus")
                .argument(Kind.TEXT, "tls_server_name", "TLSServerName")
                .argument(Kind.BOOL, "tls_skip_verify", "TLSSkipVerify")
                .block("header", List.of(), new BlockRule.TextsMap("Header"), "Header")
                .argument(Kind.TEXT, "method", "Method")
                .one("check_restart", "CheckRestart", ServiceTables::checkRestart)
                .argument(Kind.TEXT, "grpc_service", "GRPCService")
                .argument(Kind.BOOL, "grpc_use_tls", "GRPCUseTLS")
                .argument(Kind.TEXT, "task", "TaskName")
                .argument(Kind.WHOLE, "success_before_passing", "SuccessBeforePassing")
                .argument(Kind.WHOLE, "failures_before_critical", "FailuresBeforeCritical")
                .argument(Kind.TEXT, "body", "Body")
                .argument(Kind.TEXT, "on_update", "OnUpdate")
                .newer(Kind.TEXT_OR_NULL, "notes", "Notes");
    }

    private static Spec checkRestart() {
        return new Spec()
                .argument(Kind.WHOLE, "limit", "Limit")
                .argument(Kind.DURATION_OR_NULL, "grace", "Grace")
                .argument(Kind.BOOL, "ignore_warnings", "IgnoreWarnings");
    }

    private static Spec connect() {
        return new Spec()
                .argument(Kind.BOOL, "native", "Native")
                .one("gateway", "Gateway", GatewayTables::gateway)
                .one("sidecar_service", "SidecarService", ServiceTables::sidecarService)
                .one("sidecar_task", "SidecarTask", ServiceTables::sidecarTask);
    }

    private static Spec sidecarService() {
        return new Spec()
                .argument(Kind.TEXTS, "tags", "Tags")
                .argument(Kind.TEXT, "port", "Port")
                .argument(Kind.BOOL, "disable_default_tcp_check", "DisableDefaultTCPCheck")
                .textMap("meta", "Meta")
                .one("proxy", "Proxy", ServiceTables::proxy);
    }

    private static Spec proxy() {
        return new Spec()
                .argument(Kind.TEXT, "local_service_address", "LocalServiceAddress")
                .argument(Kind.WHOLE, "local_service_port", "LocalServicePort")
                .fixed("ExposeConfig", null)
                .one("expose", "Expose", () -> new Spec().fixed("Path", null).many("path", "Paths", () -> new Spec()
                        .argument(Kind.TEXT, "path", "Path")
                        .argument(Kind.TEXT, "protocol", "Protocol")
                        .argument(Kind.WHOLE, "local_path_port", "LocalPathPort")
                        .argument(Kind.TEXT, "listener_port", "ListenerPort")))
                .many("upstreams", "Upstreams", ServiceTables::upstream)
                .newerOne("transparent_proxy", "TransparentProxy", NewerTables::transparentProxy)
                .free("config", "Config");
    }

    private static Spec upstream() {
        return new Spec()
                .argument(Kind.TEXT, "destination_name", "DestinationName")
                .argument(Kind.TEXT, "destination_namespace", "DestinationNamespace")
                .argument(Kind.TEXT, "destination_peer", "DestinationPeer")
                .argument(Kind.TEXT, "destination_type", "DestinationType")
                .newer(Kind.TEXT_OR_NULL, "destination_partition", "DestinationPartition")
                .argument(Kind.WHOLE, "local_bind_port", "LocalBindPort")
                .argument(Kind.TEXT, "datacenter", "Datacenter")
                .argument(Kind.TEXT, "local_bind_address", "LocalBindAddress")
                .argument(Kind.TEXT, "local_bind_socket_path", "LocalBindSocketPath")
                .argument(Kind.TEXT, "local_bind_socket_mode", "LocalBindSocketMode")
                .one("mesh_gateway", "MeshGateway", () -> new Spec().argument(Kind.TEXT, "mode", "Mode"))
                .free("config", "Config");
    }

    private static Spec sidecarTask() {
        return new Spec()
                .argument(Kind.TEXT, "name", "Name")
                .argument(Kind.TEXT, "driver", "Driver")
                .argument(Kind.TEXT, "user", "User")
                .free("config", "Config")
                .textMapOrArgument("env", "Env")
                .one("resources", "Resources", TaskTables::resources)
                .textMapOrArgument("meta", "Meta")
                .argument(Kind.DURATION_OR_NULL, "kill_timeout", "KillTimeout")
                .one("logs", "LogConfig", TaskTables::logs)
                .argument(Kind.DURATION_OR_NULL, "shutdown_delay", "ShutdownDelay")
                .argument(Kind.TEXT, "kill_signal", "KillSignal")
                .newerMany("volume_mount", "VolumeMounts", TaskTables::volumeMount)
                .newerMany("identity", "Identities", NewerTables::identity);
    }
}
