package io.outrider.jobspec.validate.service;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.connect.ConsulConnect;
import io.outrider.state.model.connect.ConsulGateway;
import io.outrider.state.model.connect.ConsulGateway.Ingress;
import io.outrider.state.model.connect.ConsulGateway.IngressService;
import io.outrider.state.model.connect.ConsulGateway.LinkedService;
import io.outrider.state.model.connect.ConsulGateway.Listener;
import io.outrider.state.model.connect.ConsulGateway.Terminating;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks on how a service takes part in a mesh. Of a gateway only the first fault is told. */
final class ConnectRules {
    private static final Set<String> PROTOCOLS = Set.of("http", "http2", "grpc", "tcp");

    private ConnectRules() {}

    static void check(Site site, ConsulConnect connect) {
        int kinds = (flag(connect.nativeConnect()) ? 1 : 0)
                + (connect.sidecarService() != null ? 1 : 0)
                + (connect.gateway() != null ? 1 : 0);
        if (kinds != 1) {
            site.fault("Consul Connect must be exclusively native, make use of a sidecar, or represent a Gateway");
        }
        if (connect.gateway() != null) {
            gateway(connect.gateway()).ifPresent(site.at("gateway")::fault);
        }
    }

    private static Optional<String> gateway(ConsulGateway gateway) {
        if (gateway.ingress() != null) {
            Optional<String> wrong = ingress(gateway.ingress());
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        if (gateway.terminating() != null) {
            Optional<String> wrong = terminating(gateway.terminating());
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        int kinds = (gateway.ingress() != null ? 1 : 0)
                + (gateway.terminating() != null ? 1 : 0)
                + (gateway.mesh() != null ? 1 : 0);
        return kinds == 1 ? Optional.empty() : Optional.of("One Consul Gateway Configuration must be set");
    }

    private static Optional<String> ingress(Ingress ingress) {
        List<Listener> listeners = Unset.list(ingress.listeners());
        if (listeners.isEmpty()) {
            return Optional.of("Consul Ingress Gateway requires at least one listener");
        }
        return listeners.stream().flatMap(l -> listener(l).stream()).findFirst();
    }

    private static Optional<String> listener(Listener listener) {
        String protocol = text(listener.protocol());
        if (number(listener.port()) <= 0) {
            return Optional.of("Consul Ingress Listener requires valid Port");
        }
        if (!PROTOCOLS.contains(protocol)) {
            return Optional.of(
                    "Consul Ingress Listener requires protocol of tcp, http, http2, grpc, got \"" + protocol + "\"");
        }
        List<IngressService> services = Unset.list(listener.services());
        return services.isEmpty()
                ? Optional.of("Consul Ingress Listener requires one or more services")
                : services.stream().flatMap(s -> behind(s, protocol).stream()).findFirst();
    }

    private static Optional<String> behind(IngressService service, String protocol) {
        String name = text(service.name());
        boolean hosts = !Unset.list(service.hosts()).isEmpty();
        if (name.isEmpty()) {
            return Optional.of("Consul Ingress Service requires a name");
        }
        if (protocol.equals("tcp") && name.equals("*")) {
            return Optional.of("Consul Ingress Service doesn't support wildcard name for \"tcp\" protocol");
        }
        if (protocol.equals("tcp") && hosts) {
            return Optional.of(
                    "Consul Ingress Service doesn't support associating hosts to a service for the \"tcp\" protocol");
        }
        return name.equals("*") && hosts
                ? Optional.of("Consul Ingress Service with a wildcard \"*\" service name can not also specify hosts")
                : Optional.empty();
    }

    private static Optional<String> terminating(Terminating terminating) {
        List<LinkedService> services = Unset.list(terminating.services());
        return services.isEmpty()
                ? Optional.of("Consul Terminating Gateway requires at least one service")
                : services.stream().flatMap(s -> linked(s).stream()).findFirst();
    }

    private static Optional<String> linked(LinkedService service) {
        boolean ca = !text(service.caFile()).isEmpty();
        boolean cert = !text(service.certFile()).isEmpty();
        boolean key = !text(service.keyFile()).isEmpty();
        if (text(service.name()).isEmpty()) {
            return Optional.of("Consul Linked Service requires Name");
        }
        if ((cert || key) && !ca) {
            return Optional.of("Consul Linked Service TLS requires CAFile");
        }
        if (cert != key) {
            return Optional.of("Consul Linked Service TLS Cert and Key must both be set");
        }
        return !text(service.sni()).isEmpty() && !ca
                ? Optional.of("Consul Linked Service TLS SNI requires CAFile")
                : Optional.empty();
    }
}
