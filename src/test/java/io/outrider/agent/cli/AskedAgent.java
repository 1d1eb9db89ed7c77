package io.outrider.agent.cli;

import io.outrider.agent.Launched;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.http.HttpConfig;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.state.model.alloc.Alloc;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;

/** An agent with a control plane and HTTP on a free port, and commands that ask it. */
final class AskedAgent implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path folder;
    private final NodeAgent agent;
    private final String url;

    /** What a command has ended with and printed. */
    record Ran(int code, String out, String err) {}

    private AskedAgent(Path folder, NodeAgent agent) {
        this.folder = folder;
        this.agent = agent;
        this.url = "http://127.0.0.1:" + agent.httpAddress().orElseThrow().getPort();
    }

    static AskedAgent start(Path folder) {
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(folder.resolve("data"))
                .nodeName("golden")
                .controlPlane(true)
                .http(HttpConfig.local().at("127.0.0.1", 0))
                .build());
        agent.start().block(LIMIT);
        return new AskedAgent(folder, agent);
    }

    String url() {
        return url;
    }

    /** Waits for an alloc of the job, and gives its id. */
    String await(String job, Predicate<Alloc> wanted) {
        return Objects.requireNonNull(agent.controlPlane()
                .snapshots()
                .flatMapIterable(state -> state.allocs())
                .filter(alloc -> job.equals(alloc.jobId()) && wanted.test(alloc))
                .map(Alloc::id)
                .blockFirst(LIMIT));
    }

    /** Runs a command that finds the agent by {@code variable}. */
    Ran run(String variable, String... command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of(variable, url));
        int code = OutriderCommand.execute(terminal, command);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Stops all jobs, waits until their allocs have ended, and leaves nothing behind. */
    @Override
    public void close() {
        ControlPlane plane = agent.controlPlane();
        Flux.fromIterable(plane.snapshot().jobs())
                .concatMap(job -> plane.deregister(JobKey.of(job), JobStop.PLAIN))
                .thenMany(plane.snapshots())
                .filter(state -> state.allocs().stream().allMatch(Alloc::clientTerminal))
                .blockFirst(LIMIT);
        agent.close().block(LIMIT);
        Launched.unmountBelow(folder);
    }
}
