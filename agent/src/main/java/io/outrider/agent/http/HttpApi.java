package io.outrider.agent.http;

import io.outrider.agent.http.api.agent.AgentApi;
import io.outrider.agent.http.api.agent.AgentFacts;
import io.outrider.agent.http.api.agent.MonitorApi;
import io.outrider.agent.http.api.client.AllocApi;
import io.outrider.agent.http.api.client.FilesApi;
import io.outrider.agent.http.api.client.LocalAllocs;
import io.outrider.agent.http.api.client.LogsApi;
import io.outrider.agent.http.api.client.MetadataApi;
import io.outrider.agent.http.api.cluster.AllocsApi;
import io.outrider.agent.http.api.cluster.EvalsApi;
import io.outrider.agent.http.api.cluster.EventsApi;
import io.outrider.agent.http.api.cluster.JobApi;
import io.outrider.agent.http.api.cluster.JobsApi;
import io.outrider.agent.http.api.cluster.NodesApi;
import io.outrider.agent.http.api.cluster.ScalingApi;
import io.outrider.agent.http.api.cluster.SearchApi;
import io.outrider.agent.http.api.cluster.SpacesApi;
import io.outrider.agent.http.api.cluster.StorageApi;
import io.outrider.agent.http.api.job.ParseApi;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.listen.Certificates;
import io.outrider.agent.http.listen.Endpoint;
import io.outrider.agent.http.listen.Listener;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Cors;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.local.LocalNode;
import io.outrider.agent.monitor.AgentLog;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.streams.Workers;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The whole API behind one socket. Starts once, closes once. */
public final class HttpApi {

    private static final int FILE_THREADS = 4;
    private static final int FILE_QUEUE = 10_000;
    private static final Set<String> READS = Set.of("HEAD", "GET");
    private static final HttpError ENTERPRISE = new HttpError(501, "Nomad Enterprise only endpoint");

    /** Paths that are known and not served yet. */
    private static final Map<String, String> LATER = Map.of(
            "services", "the list of services",
            "service", "a service",
            "operator", "this part of the operator's API");

    private final Listener listener;
    private volatile @Nullable InetSocketAddress address;

    /**
     * @param config where and how
     * @param facts who the agent is
     * @param served what stands behind it
     * @param workers makes the threads, and ends them after this was closed
     */
    public HttpApi(HttpConfig config, AgentFacts facts, Served served, Workers workers) {
        Scheduler io = workers.blockingFailWhenFull("http-files", FILE_THREADS, FILE_QUEUE);
        Scheduler timer = workers.single("http-timer");
        Scheduler answers = workers.single("http-answers");
        Router.Builder routes = Router.builder();
        AgentApi agent = new AgentApi(facts, served.node(), this::address);
        agent.addTo(routes);
        routes.at("/v1/agent/monitor", new MonitorApi(AgentLog.find(), agent.self(), timer)::handle);
        new ParseApi(io).addTo(routes);
        client(routes, served, io, timer);
        served.plane()
                .ifPresentOrElse(
                        plane -> cluster(
                                routes,
                                new Reads(plane, facts.region(), timer, answers, ThreadLocalRandom::current),
                                timer),
                        () -> routes.missing("/v1", "the cluster: this agent has no control plane, so it"));
        front(routes);
        this.listener = new Listener(
                new Endpoint(
                        new InetSocketAddress(config.host(), config.port()),
                        config.limits(),
                        config.headers(),
                        served.certificates()),
                routes.build(),
                workers.threads("http", false),
                timer);
    }

    private static void cluster(Router.Builder routes, Reads reads, Scheduler timer) {
        JobsApi jobs = new JobsApi(reads);
        jobs.addTo(routes);
        new JobApi(reads, jobs).addTo(routes);
        new AllocsApi(reads).addTo(routes);
        new EvalsApi(reads).addTo(routes);
        new NodesApi(reads).addTo(routes);
        new SpacesApi(reads).addTo(routes);
        new SearchApi(reads).addTo(routes);
        new StorageApi(reads).addTo(routes);
        new ScalingApi(reads).addTo(routes);
        new EventsApi(reads, timer).addTo(routes);
    }

    private static void client(Router.Builder routes, Served served, Scheduler io, Scheduler timer) {
        LocalAllocs allocs = new LocalAllocs(served.node(), id -> served.plane()
                .flatMap(plane -> plane.snapshot().alloc(id)));
        Handler logs = new LogsApi(allocs, timer)::handle;
        FilesApi files = new FilesApi(allocs, logs, io, timer);
        AllocApi alloc = new AllocApi(allocs, timer);
        routes.below("/v1/client/fs/", Cors.allowing(READS, files::handle))
                .below("/v1/client/allocation/", Cors.allowing(READS, alloc::handle))
                .at("/v1/client/gc", alloc::collectAll)
                .at("/v1/client/stats", Cors.allowing(READS, Handler.missing("statistics of the host")))
                .at(
                        "/v1/client/metadata",
                        Cors.allowing(
                                READS,
                                served.plane()
                                        .<Handler>map(plane -> new MetadataApi(plane, allocs)::handle)
                                        .orElseGet(
                                                () -> Handler.missing("metadata of a node without a control plane"))))
                .at("/v1/metrics", Handler.get(Handler.missing("metrics")));
    }

    private static void front(Router.Builder routes) {
        for (String path :
                List.of("quotas", "quota", "quota-usages", "sentinel", "recommendations", "recommendation")) {
            routes.refused("/v1/" + path, ENTERPRISE);
        }
        for (Map.Entry<String, String> later : LATER.entrySet()) {
            routes.missing("/v1/" + later.getKey(), later.getValue());
        }
        routes.at("/v1/operator/license", HttpApi::licence)
                .refused("/v1/acl", new HttpError(400, "ACL support disabled"))
                .at("/ui/", Handler.missing("the web page"))
                .below("/ui/", Handler.missing("the web page"))
                .below("/", HttpApi::elsewhere);
    }

    private static Mono<Answer> licence(Request request) {
        return request.isGet() ? Mono.just(Answer.status(204)) : Mono.error(ENTERPRISE);
    }

    private static Mono<Answer> elsewhere(Request request) {
        return Mono.just(
                request.path().equals("/")
                        ? Router.moved(307, "/ui/", request, "Temporary Redirect")
                        : Answer.status(404));
    }

    /**
     * What stands behind the API.
     *
     * @param node what is on this machine
     * @param plane keeps the cluster; empty where jobs come another way
     * @param certificates for HTTPS; empty: in the clear
     */
    public record Served(LocalNode node, Optional<ControlPlane> plane, Optional<Certificates> certificates) {

        /** In the clear. */
        public Served(LocalNode node, Optional<ControlPlane> plane) {
            this(node, plane, Optional.empty());
        }

        /** The same with certificates. */
        public Served securedBy(Optional<Certificates> some) {
            return new Served(node, plane, some);
        }
    }

    /** Begins to listen; emits the address. */
    public Mono<InetSocketAddress> start() {
        return listener.start().doOnNext(bound -> address = bound);
    }

    private InetSocketAddress address() {
        InetSocketAddress bound = address;
        if (bound == null) {
            throw new IllegalStateException("asked before it listens");
        }
        return bound;
    }

    /** Ends all connections and the listening. */
    public Mono<Void> close() {
        return listener.close();
    }
}
