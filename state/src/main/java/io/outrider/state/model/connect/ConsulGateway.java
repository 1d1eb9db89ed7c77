package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Consul gateway: exactly one of ingress, terminating and mesh is set. */
public record ConsulGateway(
        @JsonProperty("Proxy") @Nullable GatewayProxy proxy,
        @JsonProperty("Ingress") @Nullable Ingress ingress,
        @JsonProperty("Terminating") @Nullable Terminating terminating,
        @JsonProperty("Mesh") @Nullable Mesh mesh) {

    /**
     * Settings of the gateway's proxy.
     *
     * @param connectTimeout nanoseconds
     */
    public record GatewayProxy(
            @JsonProperty("ConnectTimeout") @Nullable Long connectTimeout,

            @JsonProperty("EnvoyGatewayBindTaggedAddresses") @Nullable
            Boolean envoyGatewayBindTaggedAddresses,

            @JsonProperty("EnvoyGatewayBindAddresses") @Nullable
            Map<String, BindAddress> envoyGatewayBindAddresses,

            @JsonProperty("EnvoyGatewayNoDefaultBind") @Nullable
            Boolean envoyGatewayNoDefaultBind,

            @JsonProperty("EnvoyDNSDiscoveryType") @Nullable String envoyDnsDiscoveryType,
            @JsonProperty("Config") @Nullable Map<String, Object> config) {
        public GatewayProxy {
            envoyGatewayBindAddresses = Immutable.map(envoyGatewayBindAddresses);
            config = Immutable.map(config);
        }
    }

    /** An address that the proxy listens on. */
    public record BindAddress(
            @JsonProperty("Name") @Nullable String name,
            @JsonProperty("Address") @Nullable String address,
            @JsonProperty("Port") @Nullable Long port) {}

    /** Ways into the mesh. */
    public record Ingress(
            @JsonProperty("TLS") @Nullable TlsConfig tls,
            @JsonProperty("Listeners") @Nullable List<Listener> listeners) {
        public Ingress {
            listeners = Immutable.list(listeners);
        }
    }

    /** TLS of an ingress gateway. */
    public record TlsConfig(
            @JsonProperty("Enabled") @Nullable Boolean enabled,
            @JsonProperty("TLSMinVersion") @Nullable String tlsMinVersion,
            @JsonProperty("TLSMaxVersion") @Nullable String tlsMaxVersion,
            @JsonProperty("CipherSuites") @Nullable List<String> cipherSuites,

            @JsonProperty("SDS") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Object> sds) {
        public TlsConfig {
            sds = Immutable.map(sds);
            cipherSuites = Immutable.list(cipherSuites);
        }
    }

    /** A port of an ingress gateway. */
    public record Listener(
            @JsonProperty("Port") @Nullable Long port,
            @JsonProperty("Protocol") @Nullable String protocol,
            @JsonProperty("Services") @Nullable List<IngressService> services) {
        public Listener {
            services = Immutable.list(services);
        }
    }

    /** A service behind a listener. */
    public record IngressService(
            @JsonProperty("Name") @Nullable String name,
            @JsonProperty("Hosts") @Nullable List<String> hosts,

            @JsonProperty("TLS") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Object> tls,

            @JsonProperty("RequestHeaders") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Object> requestHeaders,

            @JsonProperty("ResponseHeaders") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Object> responseHeaders,

            @JsonProperty("MaxConnections") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long maxConnections,

            @JsonProperty("MaxPendingRequests") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long maxPendingRequests,

            @JsonProperty("MaxConcurrentRequests") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long maxConcurrentRequests) {
        public IngressService {
            tls = Immutable.map(tls);
            requestHeaders = Immutable.map(requestHeaders);
            responseHeaders = Immutable.map(responseHeaders);
            hosts = Immutable.list(hosts);
        }
    }

    /** Ways out of the mesh. */
    public record Terminating(
            @JsonProperty("Services") @Nullable List<LinkedService> services) {
        public Terminating {
            services = Immutable.list(services);
        }
    }

    /** A service outside the mesh. */
    public record LinkedService(
            @JsonProperty("Name") @Nullable String name,
            @JsonProperty("CAFile") @Nullable String caFile,
            @JsonProperty("CertFile") @Nullable String certFile,
            @JsonProperty("KeyFile") @Nullable String keyFile,
            @JsonProperty("SNI") @Nullable String sni) {}

    /** A mesh gateway; it has no settings. */
    public record Mesh() {}
}
