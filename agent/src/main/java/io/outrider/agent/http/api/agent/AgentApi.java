package io.outrider.agent.http.api.agent;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.local.LocalNode;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The agent as the only server and the only node of its cluster. */
public final class AgentApi {

    private final AgentFacts facts;
    private final LocalNode node;
    private final Supplier<InetSocketAddress> address;

    /** @param address where it listens */
    public AgentApi(AgentFacts facts, LocalNode node, Supplier<InetSocketAddress> address) {
        this.facts = facts;
        this.node = node;
        this.address = address;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/agent/self", Handler.get(request -> json(told())))
                .at("/v1/agent/health", Handler.get(this::health))
                .at("/v1/agent/members", Handler.get(request -> json(members())))
                .at("/v1/agent/servers", this::servers)
                .at("/v1/agent/join", needs("address", "missing address to join", "joining a cluster"))
                .at("/v1/agent/force-leave", needs("node", "missing node to force leave", "leaving by force"))
                .below("/v1/agent/keyring/", request -> error(500, "1/1 nodes reported failure"))
                .at("/v1/agent/schedulers", Handler.get(request -> json(schedulers())))
                .at("/v1/agent/schedulers/config", Handler.get(request -> json(schedulersConfig())))
                .missing("/v1/agent/host", "the description of the host")
                .below("/v1/agent/pprof/", this::profile)
                .at("/v1/operator/raft/configuration", Handler.get(request -> json(raft())))
                .at("/v1/operator/raft/peer", Handler.only(Set.of("DELETE"), AgentApi::removePeer))
                .at("/v1/status/leader", Handler.get(request -> ofRegion(request, rpc())))
                .at("/v1/status/peers", Handler.get(request -> ofRegion(request, List.of(rpc()))))
                .at("/v1/regions", Handler.get(request -> json(List.of(facts.region()))));
    }

    /** Names that mean this agent. */
    public MonitorApi.Self self() {
        return new MonitorApi.Self(
                id -> id.equals(node.node().id()),
                name -> List.of("leader", serverName(), serverId()).contains(name));
    }

    private String serverName() {
        return facts.name() + "." + facts.region();
    }

    private Map<String, @Nullable Object> raft() {
        Map<String, @Nullable Object> self = JsonMap.of(
                "Address",
                rpc(),
                "ID",
                serverId(),
                "Leader",
                true,
                "Node",
                serverName(),
                "RaftProtocol",
                "3",
                "Voter",
                true);
        return JsonMap.of("Index", 0, "Servers", List.of(self));
    }

    private static Mono<Answer> removePeer(Request request) {
        boolean named = !request.query().get("id").isEmpty()
                || !request.query().get("address").isEmpty();
        return named
                ? Handler.missing("removing a server").handle(request)
                : error(400, "Must specify either ?id with the server's ID or ?address with IP:port of peer to remove");
    }

    private static Mono<Answer> json(Object value) {
        return Mono.just(Answer.json(value));
    }

    private static Mono<Answer> error(int status, String text) {
        return Mono.error(new HttpError(status, text));
    }

    private Mono<Answer> ofRegion(Request request, Object value) {
        String region = request.query().get("region");
        return region.isEmpty() || region.equals(facts.region()) ? json(value) : error(500, "No path to region");
    }

    private static Handler needs(String name, String otherwise, String what) {
        return Handler.write(request -> request.query().get(name).isEmpty()
                ? error(400, otherwise)
                : Handler.missing(what).handle(request));
    }

    private Mono<Answer> servers(Request request) {
        if (request.isGet()) {
            return json(List.of(rpc()));
        }
        return Handler.write(write -> write.query().all("address").isEmpty()
                        ? error(400, "missing server address")
                        : Handler.missing("another list of servers").handle(write))
                .handle(request);
    }

    private Mono<Answer> profile(Request request) {
        String name = request.below("/v1/agent/pprof/").orElse("");
        return List.of("cmdline", "profile", "trace", "goroutine", "heap").contains(name)
                ? Handler.missing("the profile " + name).handle(request)
                : error(404, "Pprof profile not found profile: " + name);
    }

    private Mono<Answer> health(Request request) {
        String type = request.query().get("type");
        Map<String, @Nullable Object> good = JsonMap.of("message", "ok", "ok", true);
        Map<String, @Nullable Object> all = JsonMap.of();
        for (String part : List.of("client", "server")) {
            if (type.isEmpty() || type.equals(part)) {
                all.put(part, good);
            }
        }
        return json(all);
    }

    private String host() {
        String host = address.get().getAddress().getHostAddress();
        return host.startsWith("0") ? "127.0.0.1" : host;
    }

    private String rpc() {
        return host() + ":" + AgentFacts.RPC_PORT;
    }

    private Map<String, @Nullable Object> members() {
        return JsonMap.of(
                "Members", List.of(member()),
                "ServerDC", facts.datacenter(),
                "ServerName", facts.name(),
                "ServerRegion", facts.region());
    }

    private String serverId() {
        return UUID.nameUUIDFromBytes(
                        ("server of " + node.node().id()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString();
    }

    private Map<String, @Nullable Object> member() {
        Map<String, @Nullable Object> tags = JsonMap.of(
                "bootstrap",
                "1",
                "build",
                AgentFacts.API_VERSION,
                "dc",
                facts.datacenter(),
                "expect",
                "1",
                "id",
                serverId(),
                "port",
                String.valueOf(AgentFacts.RPC_PORT),
                "raft_vsn",
                "3",
                "region",
                facts.region(),
                "revision",
                "",
                "role",
                "nomad",
                "rpc_addr",
                host(),
                "vsn",
                "1");
        return JsonMap.of(
                "Addr", host(),
                "DelegateCur", 4,
                "DelegateMax", 5,
                "DelegateMin", 2,
                "Name", serverName(),
                "Port", AgentFacts.SERF_PORT,
                "ProtocolCur", 2,
                "ProtocolMax", 5,
                "ProtocolMin", 1,
                "Status", "alive",
                "Tags", tags);
    }

    private Map<String, @Nullable Object> schedulersConfig() {
        return JsonMap.of(
                "enabled_schedulers", List.of("batch", "service", "sysbatch", "system", "_core"),
                "num_schedulers", 1,
                "server_id", serverId());
    }

    private Map<String, @Nullable Object> schedulers() {
        Map<String, @Nullable Object> one = JsonMap.of(
                "enabled_schedulers", List.of("batch", "service", "sysbatch", "system", "_core"),
                "id", serverId(),
                "started", "",
                "status", "Started",
                "workload_status", "WaitingToDequeue");
        return JsonMap.of("schedulers", List.of(one), "server_id", serverId());
    }

    private Map<String, @Nullable Object> told() {
        return JsonMap.of("config", config(), "member", member(), "stats", stats());
    }

    private Map<String, @Nullable Object> stats() {
        long live =
                node.allocs().stream().filter(alloc -> !alloc.clientTerminal()).count();
        return JsonMap.of(
                "client",
                JsonMap.of(
                        "heartbeat_ttl", "15s",
                        "known_servers", rpc(),
                        "last_heartbeat", "0s",
                        "node_id", node.node().id(),
                        "num_allocations", String.valueOf(live)),
                "nomad",
                JsonMap.of(
                        "bootstrap", "true",
                        "known_regions", "1",
                        "leader", "true",
                        "leader_addr", rpc(),
                        "server", "true"),
                "raft",
                JsonMap.of("num_peers", "0", "state", "Leader"),
                "runtime",
                JsonMap.of(
                        "arch",
                        System.getProperty("os.arch", ""),
                        "cpu_count",
                        String.valueOf(Runtime.getRuntime().availableProcessors()),
                        "goroutines",
                        "0",
                        "kernel.name",
                        "linux",
                        "max_procs",
                        String.valueOf(Runtime.getRuntime().availableProcessors()),
                        "version",
                        "java" + Runtime.version().feature()));
    }

    private Map<String, @Nullable Object> config() {
        InetSocketAddress http = address.get();
        return JsonMap.of(
                "ACL", JsonMap.of("Enabled", false),
                "Addresses", JsonMap.of("HTTP", host(), "RPC", host(), "Serf", host()),
                "AdvertiseAddrs",
                        JsonMap.of(
                                "HTTP", host() + ":" + http.getPort(),
                                "RPC", rpc(),
                                "Serf", host() + ":" + AgentFacts.SERF_PORT),
                "BindAddr", host(),
                "Client", client(),
                "DataDir", facts.dataDir().toString(),
                "Datacenter", facts.datacenter(),
                "DevMode", facts.dev(),
                "EnableDebug", false,
                "Files", List.of(),
                "LogJson", false,
                "LogLevel", facts.logLevel(),
                "NodeName", facts.name(),
                "Ports", JsonMap.of("HTTP", http.getPort(), "RPC", AgentFacts.RPC_PORT, "Serf", AgentFacts.SERF_PORT),
                "Region", facts.region(),
                "Server", JsonMap.of("BootstrapExpect", 1, "Enabled", true),
                "TLSConfig", JsonMap.of("EnableHTTP", false, "EnableRPC", false),
                "Telemetry", JsonMap.of(),
                "UI", JsonMap.of("Enabled", false),
                "Version",
                        JsonMap.of(
                                "BuildDate", null,
                                "Revision", "",
                                "Version", AgentFacts.API_VERSION,
                                "VersionMetadata", "outrider",
                                "VersionPrerelease", ""));
    }

    private Map<String, @Nullable Object> client() {
        return JsonMap.of(
                "AllocDir",
                facts.dataDir().resolve("alloc").toString(),
                "Enabled",
                true,
                "Meta",
                facts.meta(),
                "NodeClass",
                "",
                "NodePool",
                "default",
                "Servers",
                null,
                "StateDir",
                facts.dataDir().resolve("state").toString());
    }
}
