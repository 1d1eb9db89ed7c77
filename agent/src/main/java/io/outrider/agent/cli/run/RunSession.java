package io.outrider.agent.cli.run;

import io.outrider.agent.IoReasons;
import io.outrider.agent.LogMode;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.cli.output.JsonOutput;
import io.outrider.agent.cli.output.PlainOutput;
import io.outrider.agent.cli.output.RunOutput;
import io.outrider.agent.cli.output.RunSummary;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.job.JobException;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Position;
import io.outrider.streams.Scope;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** One {@code outrider run}: an agent for one job. Everything is waited for here, on the main thread. */
public final class RunSession {

    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final int STEPS_AHEAD = 256;

    private final Terminal terminal;
    private final Mode mode;
    private final DataDir dataDir;
    private final Interrupts interrupts;
    private final Workers workers = new Workers();
    private final Clock clock = Clock.systemUTC();
    private final Instant startedAt = clock.instant();
    private boolean outputLost;
    private boolean summarized;

    /**
     * What was asked for.
     *
     * @param json whether programs read the output
     * @param replace whether what runs of the job already is stopped first
     */
    public record Mode(boolean json, boolean replace) {}

    public RunSession(Terminal terminal, Mode mode, DataDir dataDir, Interrupts interrupts) {
        this.terminal = terminal;
        this.mode = mode;
        this.dataDir = dataDir;
        this.interrupts = interrupts;
    }

    /** Runs the job to its end and gives the exit code. For programs there is a summary whatever happens. */
    public int run(Job job) {
        int code = ExitCodes.FAILED;
        try {
            code = start(job);
            return code;
        } finally {
            if (mode.json() && !summarized) {
                String word = code == ExitCodes.INTERRUPTED ? "stopped" : "failed";
                Duration duration = Duration.between(startedAt, clock.instant());
                new JsonOutput(terminal)
                        .summary(new RunSummary(JobKey.of(job).toString(), word, code, duration, List.of()));
            }
        }
    }

    private int start(Job job) {
        Scheduler timer = workers.single("cli");
        Scope scope = new Scope("run", (work, error) -> complain(String.valueOf(error.getMessage())));
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(dataDir.path())
                .logMode(dataDir.fresh() ? LogMode.IN_PROCESS : LogMode.OWN_PROCESS)
                .build());
        Stopping stopping = new Stopping(interrupts, dataDir.path(), scope, timer, this::complain);
        stopping.listen();
        boolean clean = false;
        try {
            agent.start().block();
            clean = true;
            if (mode.replace() && holds(agent, job)) {
                replace(agent, JobKey.of(job));
            }
            if (interrupts.count() > 0 && !holds(agent, job)) {
                complain("ended before the job was started");
                return ExitCodes.INTERRUPTED;
            }
            RunningJob running = agent.run(job)
                    .onErrorMap(JobException.class, RunSession::withWayOut)
                    .blockOptional()
                    .orElseThrow();
            clean = false;
            stopping.running(agent, running);
            int code = show(agent, running, timer);
            stopping.ended();
            clean = !dataDir.fresh() || remove(agent, running, timer);
            return code;
        } finally {
            stopping.ended();
            leave(agent, scope, clean);
        }
    }

    private void replace(NodeAgent agent, JobKey job) {
        complain("stopping " + job + " as it was, as it says");
        agent.stop(job).then(agent.ended(job)).block();
    }

    private static RuntimeException withWayOut(JobException error) {
        return error.kind() == JobException.Kind.CONFLICT
                ? new UserException(error.getMessage() + "; run -replace does the first")
                : error;
    }

    /** Whether nothing is left of the job. What is left is told, and changes nothing of how the job did. */
    private boolean remove(NodeAgent agent, RunningJob running, Scheduler timer) {
        Mono<Void> late = Mono.error(() ->
                new UserException("job " + running.key() + " was not removed within " + CLOSE.toSeconds() + " s"));
        try {
            agent.remove(running.key()).timeout(CLOSE, late, timer).block();
            return true;
        } catch (RuntimeException e) {
            complain(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Whether the job has gone on since the start: then it is there to be stopped. */
    private static boolean holds(NodeAgent agent, Job job) {
        return agent.jobs().stream().anyMatch(held -> held.key().equals(JobKey.of(job)) && !held.ended());
    }

    private int show(NodeAgent agent, RunningJob running, Scheduler timer) {
        TaskRefs refs = TaskRefs.of(running);
        RunOutput output = mode.json()
                ? new JsonOutput(terminal)
                : new PlainOutput(
                        terminal, refs.all().stream().map(TaskRef::label).toList());
        begin(agent, running, output);
        Mono<JobStatus> ended = agent.ended(running.key()).cache();
        ForegroundRun run = new ForegroundRun(agent, running, begin(running), refs, output, timer);
        for (Runnable step : run.steps(new Position.Oldest(), ended).toIterable(STEPS_AHEAD)) {
            step.run();
            output.flush();
            if (terminal.out().checkError() && !outputLost) {
                outputLost = true;
                interrupts.press();
            }
        }
        JobStatus last =
                ended.blockOptional().orElseThrow(() -> new UserException("the agent ended before the job did"));
        Duration duration = Duration.between(startedAt, clock.instant());
        RunSummary summary = new Outcome(refs, last, interrupts.count()).summary(duration);
        output.summary(summary);
        summarized = true;
        output.flush();
        return outputLost ? ExitCodes.OUTPUT_CLOSED : summary.exitCode();
    }

    /** When this run of the job began: before this session if it goes on. */
    private Instant begin(RunningJob running) {
        return running.allocs().stream()
                .flatMap(alloc -> Stream.ofNullable(alloc.createTime()))
                .map(nanos -> Instant.EPOCH.plusNanos(nanos))
                .reduce(startedAt, (one, other) -> one.isBefore(other) ? one : other);
    }

    private void begin(NodeAgent agent, RunningJob running, RunOutput output) {
        agent.jobs().stream()
                .filter(other -> !other.ended() && !other.key().equals(running.key()))
                .forEach(other -> output.note("job " + other.key() + " runs in " + dataDir.path()
                        + " too, and goes on when this one has ended: run its file to see it and to stop it"));
        if (running.resumed()) {
            output.note("job " + running.key() + " was running in " + dataDir.path()
                    + " already: its tasks were found again, here is everything from the start");
        }
        RunNotes.of(running.job()).forEach(output::note);
    }

    private void leave(NodeAgent agent, Scope scope, boolean clean) {
        try {
            agent.close().block(CLOSE.multipliedBy(2));
            scope.close().then(workers.close(CLOSE)).block(CLOSE.multipliedBy(2));
            if (clean) {
                dataDir.remove();
            } else if (dataDir.fresh()) {
                complain("state and logs are kept in " + dataDir.path());
            }
        } catch (IOException e) {
            complain("cannot remove " + dataDir.path() + ": " + IoReasons.of(e));
        } catch (RuntimeException e) {
            complain("did not end cleanly (" + e.getMessage() + "); state and logs are in " + dataDir.path());
        }
    }

    private void complain(String text) {
        terminal.err().println("outrider: " + text);
        terminal.err().flush();
    }
}
