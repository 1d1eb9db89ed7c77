package io.outrider.agent.cli.agent;

import io.outrider.agent.LogMode;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.DataDir;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.Interrupts;
import io.outrider.agent.http.HttpConfig;
import io.outrider.agent.http.listen.HttpLimits;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.state.model.alloc.Alloc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One {@code outrider agent}, from its start to the signal that ends it. Everything is waited for on this thread. */
public final class AgentSession {

    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final Duration STOP = Duration.ofSeconds(60);

    private final Terminal terminal;
    private final AgentSettings settings;
    private final Interrupts interrupts;

    /** @param interrupts what ends it */
    public AgentSession(Terminal terminal, AgentSettings settings, Interrupts interrupts) {
        this.terminal = terminal;
        this.settings = settings;
        this.interrupts = interrupts;
    }

    /** Runs until a signal comes, and gives the exit code. */
    public int run() {
        DataDir dir = DataDir.of(settings.dataDir());
        NodeAgent agent = NodeAgent.create(config(dir));
        try {
            agent.start().block();
            say("ready: " + address(agent.httpAddress().orElseThrow()) + ", data in " + dir.path());
            interrupts.presses().blockFirst();
            if (settings.dev()) {
                say("stopping all jobs");
                stopAll(agent.controlPlane()).block(STOP);
            }
        } finally {
            agent.close().block(CLOSE.multipliedBy(2));
        }
        remove(dir);
        return ExitCodes.OK;
    }

    private NodeAgentConfig config(DataDir dir) {
        HttpConfig http = new HttpConfig(
                settings.bind(), settings.port(), HttpLimits.DEFAULT, settings.dev(), settings.logLevel());
        NodeAgentConfig.Builder builder = NodeAgentConfig.builder(dir.path())
                .logMode(dir.fresh() ? LogMode.IN_PROCESS : LogMode.OWN_PROCESS)
                .controlPlane(true)
                .http(http);
        settings.node().ifPresent(builder::nodeName);
        return builder.build();
    }

    private static Mono<Void> stopAll(ControlPlane plane) {
        return Flux.fromIterable(plane.snapshot().jobs())
                .concatMap(job -> plane.deregister(JobKey.of(job), JobStop.PLAIN))
                .thenMany(plane.snapshots())
                .filter(state -> state.allocs().stream().allMatch(AgentSession::hasEnded))
                .next()
                .then();
    }

    private static boolean hasEnded(Alloc alloc) {
        return List.of("complete", "failed", "lost").contains(String.valueOf(alloc.clientStatus()));
    }

    private static String address(InetSocketAddress bound) {
        return "http://" + bound.getAddress().getHostAddress() + ":" + bound.getPort();
    }

    private void remove(DataDir dir) {
        try {
            dir.remove();
        } catch (IOException e) {
            say("cannot remove " + dir.path() + ": " + e.getMessage());
        }
    }

    private void say(String text) {
        terminal.err().println("outrider: " + text);
        terminal.err().flush();
    }
}
