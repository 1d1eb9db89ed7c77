package io.outrider.drivers.process;

import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import reactor.core.publisher.Mono;

/** One command beside a task: its environment, directory, user and cgroup. Ended, with its session, by cancel. */
final class SideCommand {

    /** How long a child that was left in the background may hold the output open. */
    private static final Duration OUTPUT_GRACE = Duration.ofMillis(500);

    private static final int SIGNAL_BASE = 128;

    private final Tools tools;
    private final ProcessSupervisor.Resources resources;

    SideCommand(Tools tools, ProcessSupervisor.Resources resources) {
        this.tools = tools;
        this.resources = resources;
    }

    /** A command that has been started, and the ends of what it prints. */
    private record Running(Process process, PipeTail out, PipeTail err) {
        /** Its session ends; who has left it may go on, and is listened to no more. */
        void end() {
            kill(process);
            out.end();
            err.end();
        }
    }

    Mono<ExecResult> run(ProcessSpec spec, Duration timeout) {
        return Mono.usingWhen(
                Mono.fromCallable(() -> begin(spec)).subscribeOn(resources.io()),
                running -> result(running, timeout),
                running -> Mono.fromRunnable(running::end).subscribeOn(resources.io()));
    }

    private Running begin(ProcessSpec spec) throws IOException {
        PipeTail out = PipeTail.open(resources.loop());
        PipeTail err = PipeTail.open(resources.loop());
        try {
            Process process = start(spec, out, err);
            out.begin();
            err.begin();
            return new Running(process, out, err);
        } catch (IOException | RuntimeException e) {
            out.end();
            err.end();
            throw e;
        }
    }

    private Process start(ProcessSpec spec, PipeTail out, PipeTail err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        tools.need("sh", "a POSIX shell"), "-c", ". /proc/self/fd/0 && start")
                .redirectOutput(out.target())
                .redirectError(err.target());
        builder.environment().clear();
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(new LaunchScript(tools).beside(spec));
        } catch (IOException e) {
            // The shell's own words stand in its stderr, and its code tells that it failed.
        }
        return process;
    }

    private Mono<ExecResult> result(Running running, Duration timeout) {
        Mono<ExitResult> late = Mono.delay(timeout, resources.timer())
                .map(tick -> new ExitResult(
                        OptionalInt.of(SIGNAL_BASE + Signal.SIGKILL.number()),
                        OptionalInt.of(Signal.SIGKILL.number()),
                        false,
                        Optional.of("killed: it ran longer than " + timeout.toMillis() + " ms")));
        Mono<ExitResult> own = Mono.fromFuture(running.process().onExit(), true).map(ended -> exit(ended.exitValue()));
        // Killed only once being late is settled, or the kill's own code could come first.
        Mono<ExitResult> exit = Mono.firstWithSignal(own, late)
                .publishOn(resources.io()) // signals processes
                .doOnNext(end -> end.message().ifPresent(isLate -> kill(running.process())))
                .cache();
        Mono<Boolean> hangUp = exit.then(Mono.delay(OUTPUT_GRACE, resources.timer()))
                .publishOn(resources.io()) // signals processes
                .doOnNext(tick -> running.end())
                .thenReturn(true);
        return Mono.zip(running.out().text(), running.err().text(), exit)
                .map(all -> new ExecResult(all.getT1(), all.getT2(), all.getT3()))
                .transform(whole -> Mono.firstWithSignal(whole, hangUp.then(Mono.never())));
    }

    /** Java folds a signal into the code: above 128 nobody can tell. */
    private static ExitResult exit(int code) {
        return code > SIGNAL_BASE
                ? new ExitResult(OptionalInt.of(code), OptionalInt.empty(), false, Optional.empty())
                : ExitResult.exited(code);
    }

    private static void kill(Process process) {
        for (int target : List.of(-(int) process.pid(), (int) process.pid())) {
            try {
                if (target < 0 || process.isAlive()) {
                    Processes.signal(target, Signal.SIGKILL.number());
                }
            } catch (PosixException e) {
                // It has changed its user: then only its session's own end can end it.
            }
        }
    }
}
