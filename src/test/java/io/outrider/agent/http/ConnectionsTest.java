package io.outrider.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outrider.agent.Launched;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.http.listen.HttpLimits;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that hundreds of clients treat badly, all at once: nothing of them is left. */
@Timeout(240)
final class ConnectionsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int CLIENTS = 500;
    private static final JobKey KEY = new JobKey("default", "held");
    private static final String ESTABLISHED = "01";
    private static final String CLOSE_WAIT = "08";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void slowHalfClosedAndResetConnectionsLeaveNothingBehind() throws IOException {
        HttpLimits limits = HttpLimits.DEFAULT
                .withConnections(2 * CLIENTS, 2 * CLIENTS)
                .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(4));
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(folder.resolve("data"))
                .controlPlane(true)
                .http(HttpConfig.local().at("127.0.0.1", 0).limited(limits))
                .build());
        agent.start().block(LONG);
        List<Wire> wires = new ArrayList<>();
        try {
            InetSocketAddress address = agent.httpAddress().orElseThrow();
            String alloc = running(agent).id();
            Path file = fileOf(alloc);
            for (int i = 0; i < CLIENTS; i++) {
                wires.add(new Wire(address));
                mistreat(wires.get(i), i, alloc);
            }
            // Those that only wait are cut off by the agent, which is not told that they are gone.
            await().atMost(LONG).until(() -> served(address.getPort()).isEmpty());
            await().atMost(LONG).until(() -> !isOpen(file));
            try (Wire wire = new Wire(address)) {
                wire.send("GET /v1/status/leader HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                assertThat(wire.rest()).startsWith("HTTP/1.1 200");
            }
        } finally {
            for (Wire wire : wires) {
                wire.close();
            }
            stop(agent);
            agent.close().block(LONG);
            Launched.unmountBelow(folder);
        }
    }

    private static void mistreat(Wire wire, int number, String alloc) throws IOException {
        String follow = get("/v1/client/fs/stream/" + alloc + "?path=alloc/data/f&follow=true");
        switch (number % 10) {
            case 0 -> wire.send("GET /v1/jobs HTTP/1.1\r\nHo");
            case 1 -> wire.send("PUT /v1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{");
            case 2 -> wire.send(get("/v1/allocations?index=1000000&wait=200s")).endOutput();
            case 3 -> wire.send(get("/v1/allocations?index=1000000&wait=200s")).reset();
            case 4 -> wire.send(get("/v1/event/stream")).endOutput();
            case 5 -> wire.send(get("/v1/event/stream")).reset();
            case 6 -> wire.send(follow).endOutput();
            case 7 -> wire.send(follow).reset();
            case 8 ->
                wire.send(get("/v1/client/fs/cat/" + alloc + "?path=alloc/data/f"))
                        .reset();
            default ->
                wire.send(get("/v1/client/fs/logs/" + alloc + "?task=t&type=stdout&follow=true"))
                        .endOutput();
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static Alloc running(NodeAgent agent) {
        agent.controlPlane()
                .register(JobRegistration.of(Json.read("""
                        {"ID": "held", "Name": "held", "Type": "batch", "Datacenters": ["*"], "TaskGroups": [
                         {"Name": "g", "Count": 1, "Tasks": [{"Name": "t", "Driver": "raw_exec",
                          "Config": {"command": "/bin/sleep", "args": ["1000"]},
                          "Resources": {"CPU": 10, "MemoryMB": 10}}]}]}
                        """, Job.class)))
                .block(LONG);
        return Objects.requireNonNull(agent.controlPlane()
                .snapshots()
                .flatMapIterable(state -> state.allocs(KEY))
                .filter(alloc -> "running".equals(alloc.clientStatus()))
                .blockFirst(LONG));
    }

    private static void stop(NodeAgent agent) {
        agent.controlPlane().deregister(KEY, JobStop.PLAIN).block(LONG);
        agent.controlPlane()
                .snapshots()
                .filter(state -> state.allocs(KEY).stream().noneMatch(alloc -> "running".equals(alloc.clientStatus())))
                .blockFirst(LONG);
    }

    private Path fileOf(String alloc) throws IOException {
        try (Stream<Path> all =
                Files.find(folder.resolve("data"), 4, (path, facts) -> path.endsWith(alloc) && facts.isDirectory())) {
            Path file = all.filter(dir -> Files.isDirectory(dir.resolve("alloc/data")))
                    .findFirst()
                    .orElseThrow()
                    .resolve("alloc/data/f");
            return Files.write(file, new byte[4 << 20]);
        }
    }

    /** Connections that this process holds on the agent's side. */
    private static List<String> served(int port) throws IOException {
        String local = String.format(":%04X", port);
        Set<String> held = links(Path.of("/proc/self/fd"));
        List<String> open = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.trim().split("\\s+");
                boolean ours = fields[1].endsWith(local)
                        && Set.of(ESTABLISHED, CLOSE_WAIT).contains(fields[3]);
                if (ours && held.contains("socket:[" + fields[9] + "]")) {
                    open.add(line);
                }
            }
        }
        return open;
    }

    private static boolean isOpen(Path file) throws IOException {
        return links(Path.of("/proc/self/fd")).contains(file.toString());
    }

    private static Set<String> links(Path fds) throws IOException {
        try (Stream<Path> all = Files.list(fds)) {
            return all.map(ConnectionsTest::target).collect(Collectors.toSet());
        }
    }

    private static String target(Path fd) {
        try {
            return Files.readSymbolicLink(fd).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
