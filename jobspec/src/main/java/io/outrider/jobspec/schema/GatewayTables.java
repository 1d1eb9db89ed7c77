package io.outrider.jobspec.schema;

import java.util.List;

/** Connect gateways. */
final class GatewayTables {
    private GatewayTables() {}

    static Spec gateway() {
        return new Spec()
                .one("proxy", "Proxy", GatewayTables::proxy)
                .one("ingress", "Ingress", GatewayTables::ingress)
                .one("terminating", "Terminating", GatewayTables::terminating)
                .one("mesh", "Mesh", Spec::new);
    }

    private static Spec proxy() {
        return new Spec()
                .argument(Kind.DURATION_OR_NULL, "connect_timeout", "ConnectTimeout")
                .argument(Kind.BOOL, "envoy_gateway_bind_tagged_addresses", "EnvoyGatewayBindTaggedAddresses")
                .block(
                        "envoy_gateway_bind_addresses",
                        List.of("name"),
                        new BlockRule.ByLabel("EnvoyGatewayBindAddresses", "Name", GatewayTables::bindAddress),
                        "EnvoyGatewayBindAddresses")
                .argument(Kind.BOOL, "envoy_gateway_no_default_bind", "EnvoyGatewayNoDefaultBind")
                .argument(Kind.TEXT, "envoy_dns_discovery_type", "EnvoyDNSDiscoveryType")
                .free("config", "Config");
    }

    private static Spec bindAddress() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.TEXT, "address", "Address")
                .argument(Kind.WHOLE, "port", "Port");
    }

    private static Spec ingress() {
        return new Spec().one("tls", "TLS", GatewayTables::tls).many("listener", "Listeners", GatewayTables::listener);
    }

    private static Spec tls() {
        return new Spec()
                .argument(Kind.BOOL, "enabled", "Enabled")
                .argument(Kind.TEXT, "tls_min_version", "TLSMinVersion")
                .argument(Kind.TEXT, "tls_max_version", "TLSMaxVersion")
                .argument(Kind.TEXTS, "cipher_suites", "CipherSuites")
                .newerOne("sds", "SDS", NewerTables::certificates);
    }

    private static Spec listener() {
        return new Spec()
                .argument(Kind.WHOLE, "port", "Port")
                .argument(Kind.TEXT, "protocol", "Protocol")
                .many("service", "Services", GatewayTables::ingressService);
    }

    private static Spec ingressService() {
        return new Spec()
                .argument(Kind.TEXT, "name", "Name")
                .argument(Kind.TEXTS, "hosts", "Hosts")
                .newerOne("tls", "TLS", GatewayTables::tls)
                .newerOne("request_headers", "RequestHeaders", NewerTables::headers)
                .newerOne("response_headers", "ResponseHeaders", NewerTables::headers)
                .newer(Kind.WHOLE_OR_NULL, "max_connections", "MaxConnections")
                .newer(Kind.WHOLE_OR_NULL, "max_pending_requests", "MaxPendingRequests")
                .newer(Kind.WHOLE_OR_NULL, "max_concurrent_requests", "MaxConcurrentRequests");
    }

    private static Spec terminating() {
        return new Spec().many("service", "Services", () -> new Spec()
                .argument(Kind.TEXT, "name", "Name")
                .argument(Kind.TEXT, "ca_file", "CAFile")
                .argument(Kind.TEXT, "cert_file", "CertFile")
                .argument(Kind.TEXT, "key_file", "KeyFile")
                .argument(Kind.TEXT, "sni", "SNI"));
    }
}
