package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import io.outrider.agent.http.HttpApi;
import io.outrider.agent.http.HttpConfig;
import io.outrider.agent.http.api.agent.AgentFacts;
import io.outrider.agent.http.listen.Certificates;
import io.outrider.agent.http.listen.TlsFiles;
import io.outrider.state.model.node.Node;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The HTTP API as one of the agent's parts. */
final class HttpPart {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPart.class);

    private final NodeAgentConfig config;
    private final Workers workers;
    private volatile @Nullable HttpApi api;
    private volatile @Nullable InetSocketAddress address;
    private volatile @Nullable Certificates certificates;

    HttpPart(NodeAgentConfig config, Workers workers) {
        this.config = config;
        this.workers = workers;
    }

    /**
     * Fails if it cannot serve for a reason that can be seen before anything else has started: the address is taken, or
     * a certificate cannot be read.
     */
    Mono<Void> check(Scheduler io) {
        return Mono.justOrEmpty(config.http())
                .flatMap(wanted -> Mono.<Void>fromRunnable(() -> check(wanted)).subscribeOn(io));
    }

    private void check(HttpConfig wanted) {
        if (wanted.tls().isPresent()) {
            try {
                certificates = Certificates.read(wanted.tls().get());
            } catch (IOException e) {
                throw new AgentException(Kind.HTTP_UNUSABLE, "cannot serve HTTPS: " + e.getMessage(), e);
            }
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(wanted.host(), wanted.port()));
        } catch (IOException e) {
            throw unusable(wanted, e);
        }
    }

    /** Takes other certificates for new connections. Blocks. */
    void replace(TlsFiles files) {
        Certificates used = certificates;
        if (used == null) {
            return;
        }
        try {
            used.replace(files);
        } catch (IOException e) {
            throw new AgentException(Kind.HTTP_UNUSABLE, String.valueOf(e.getMessage()), e);
        }
    }

    /** Serves what the other parts have become, if it is wanted. */
    Mono<Void> start(Supplier<HttpApi.Served> served) {
        return Mono.justOrEmpty(config.http()).flatMap(wanted -> {
            HttpApi.Served behind = served.get().securedBy(Optional.ofNullable(certificates));
            HttpApi made = made(wanted, behind);
            api = made;
            return made.start()
                    .onErrorMap(error -> unusable(wanted, error))
                    .doOnNext(this::listens)
                    .flatMap(bound -> told(bound, behind));
        });
    }

    private HttpApi made(HttpConfig http, HttpApi.Served served) {
        AgentFacts facts = new AgentFacts(
                Objects.requireNonNullElse(served.node().node().name(), ""),
                config.region(),
                config.datacenter(),
                config.dataDir(),
                config.nodeMeta(),
                http.dev(),
                http.logLevel());
        return new HttpApi(http, facts, served, workers);
    }

    /** Clients ask the node itself for files and logs, at the address that they find with it. */
    private static Mono<Void> told(InetSocketAddress bound, HttpApi.Served behind) {
        return Mono.justOrEmpty(behind.plane())
                .flatMap(plane ->
                        plane.nodeAddress(reachable(bound, behind.node().node())));
    }

    private static String reachable(InetSocketAddress bound, Node node) {
        String every = Objects.requireNonNullElse(node.attributes(), Map.<String, String>of())
                .getOrDefault("unique.network.ip-address", "127.0.0.1");
        InetAddress host = bound.getAddress();
        String name = host.isAnyLocalAddress() ? every : host.getHostAddress();
        return (name.contains(":") ? "[" + name + "]" : name) + ":" + bound.getPort();
    }

    private static AgentException unusable(HttpConfig http, Throwable error) {
        return new AgentException(
                Kind.HTTP_UNUSABLE,
                "cannot serve HTTP on " + http.host() + ":" + http.port() + ": " + reason(error)
                        + ". Another agent may run there: end it, or choose another port",
                error);
    }

    private void listens(InetSocketAddress bound) {
        address = bound;
        LOG.info("HTTP API at {}:{}", bound.getAddress().getHostAddress(), bound.getPort());
    }

    private static String reason(Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return String.valueOf(cause.getMessage());
    }

    Optional<InetSocketAddress> address() {
        return Optional.ofNullable(address);
    }

    Mono<Void> close() {
        return Mono.defer(() -> {
            HttpApi made = api;
            return made == null ? Mono.empty() : made.close();
        });
    }
}
