package io.outrider.agent.cli.agent;

import io.outrider.agent.AgentException;
import io.outrider.agent.LogMode;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.cli.agent.AgentSignals.Told;
import io.outrider.agent.cli.log.AgentLog;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.DataDir;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.config.AgentConfig;
import io.outrider.agent.config.ConfigException;
import io.outrider.agent.config.ConfigFiles;
import io.outrider.agent.config.Overrides;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.state.model.alloc.Alloc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One {@code outrider agent}, from its start to the signal that ends it. Everything is waited for on this thread. */
public final class AgentSession {

    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final Duration STOP = Duration.ofSeconds(60);

    private final Terminal terminal;
    private final Supplier<Overrides> line;
    private final AgentConfig config;

    /**
     * @param line what the command line says, for when the files are read again
     * @param config what it and the files make together
     */
    public AgentSession(Terminal terminal, Supplier<Overrides> line, AgentConfig config) {
        this.terminal = terminal;
        this.line = line;
        this.config = config;
    }

    /** Runs until a signal comes, and gives the exit code. */
    public int run() {
        try (AgentLog log = AgentLog.open(terminal, config.log());
                AgentSignals signals = AgentSignals.open()) {
            config.notes().forEach(LOG::warn);
            DataDir dir = DataDir.of(config.dataDir());
            NodeAgent agent = NodeAgent.create(forNode(dir));
            try {
                agent.start().block();
                say("ready: " + address(agent.httpAddress().orElseThrow()) + ", data in " + dir.path());
                Told end = untilTheEnd(signals, log, agent);
                if (takesJobsAlong(end)) {
                    say("stopping all jobs");
                    stopAll(agent.controlPlane()).block(STOP);
                }
            } finally {
                agent.close().block(CLOSE.multipliedBy(2));
            }
            remove(dir);
            return ExitCodes.OK;
        }
    }

    private Told untilTheEnd(AgentSignals signals, AgentLog log, NodeAgent agent) {
        Told told = signals.next();
        while (told == Told.RELOAD) {
            reload(log, agent);
            told = signals.next();
        }
        return told;
    }

    private boolean takesJobsAlong(Told end) {
        return end == Told.INTERRUPT
                ? config.leave().onInterrupt()
                : config.leave().onTerminate();
    }

    private void reload(AgentLog log, NodeAgent agent) {
        try {
            AgentConfig wanted = ConfigFiles.read(line.get());
            wanted.http().tls().ifPresent(files -> agent.replaceCertificates(files)
                    .block());
            log.apply(wanted.log());
            wanted.notes().forEach(LOG::warn);
            List<String> later = Reload.needStart(config, wanted);
            if (!later.isEmpty()) {
                LOG.warn("not changed until the agent is started again: {}", String.join(", ", later));
            }
            say("config read again: log level " + wanted.log().level());
        } catch (ConfigException | AgentException | UserException e) {
            say("the config is not read again, the one before stays: " + e.getMessage());
        }
    }

    private NodeAgentConfig forNode(DataDir dir) {
        NodeAgentConfig.Builder builder = NodeAgentConfig.builder(dir.path())
                .logMode(dir.fresh() ? LogMode.IN_PROCESS : LogMode.OWN_PROCESS)
                .region(config.region())
                .datacenter(config.datacenter())
                .nodeMeta(config.meta())
                .controlPlane(true)
                .http(config.http());
        config.name().ifPresent(builder::nodeName);
        return builder.build();
    }

    private static Mono<Void> stopAll(ControlPlane plane) {
        return Flux.fromIterable(plane.snapshot().jobs())
                .concatMap(job -> plane.deregister(JobKey.of(job), JobStop.PLAIN))
                .thenMany(plane.snapshots())
                .filter(state -> state.allocs().stream().allMatch(Alloc::clientTerminal))
                .next()
                .then();
    }

    private String address(InetSocketAddress bound) {
        String host = bound.getAddress().getHostAddress();
        return (config.http().tls().isPresent() ? "https://" : "http://")
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
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
