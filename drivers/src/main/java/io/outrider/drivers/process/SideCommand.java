package io.outrider.drivers.process;

import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** One command beside a task: its environment, directory, user and cgroup. Ended, with its session, by cancel. */
final class SideCommand {

    /** What is kept of each stream: its tail. */
    private static final int TAIL_BYTES = 4096;

    /** How long a child that was left in the background may hold the output open. */
    private static final Duration OUTPUT_GRACE = Duration.ofMillis(500);

    private static final int SIGNAL_BASE = 128;

    private final Tools tools;
    private final Scheduler timer;
    private final Scheduler io;

    SideCommand(Tools tools, Scheduler timer, Scheduler io) {
        this.tools = tools;
        this.timer = timer;
        this.io = io;
    }

    Mono<ExecResult> run(ProcessSpec spec, Duration timeout) {
        return Mono.usingWhen(
                Mono.fromCallable(() -> begin(spec)).subscribeOn(io),
                process -> result(process, timeout),
                process -> Mono.fromRunnable(() -> kill(process)).subscribeOn(io));
    }

    private Process begin(ProcessSpec spec) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(tools.need("sh", "a POSIX shell"), "-c", ". /proc/self/fd/0 && start");
        builder.environment().clear();
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(new LaunchScript(tools).beside(spec));
        } catch (IOException e) {
            // The shell's own words stand in its stderr, and its code tells that it failed.
        }
        return process;
    }

    private Mono<ExecResult> result(Process process, Duration timeout) {
        Mono<ExitResult> late = Mono.delay(timeout, timer)
                .map(tick -> new ExitResult(
                        OptionalInt.of(SIGNAL_BASE + Signal.SIGKILL.number()),
                        OptionalInt.of(Signal.SIGKILL.number()),
                        false,
                        Optional.of("killed: it ran longer than " + timeout.toMillis() + " ms")));
        Mono<ExitResult> own = Mono.fromFuture(process.onExit(), true).map(ended -> exit(ended.exitValue()));
        // Killed only once being late is settled, or the kill's own code could come first.
        Mono<ExitResult> exit = Mono.firstWithSignal(own, late)
                .publishOn(io) // signals processes
                .doOnNext(end -> end.message().ifPresent(isLate -> kill(process)))
                .cache();
        Mono<Boolean> hangUp = exit.then(Mono.delay(OUTPUT_GRACE, timer))
                .publishOn(io) // signals processes
                .doOnNext(tick -> kill(process))
                .thenReturn(true);
        return Mono.zip(tail(process.getInputStream()), tail(process.getErrorStream()), exit)
                .map(all -> new ExecResult(all.getT1(), all.getT2(), all.getT3()))
                .transform(whole -> Mono.firstWithSignal(whole, hangUp.then(Mono.never())));
    }

    private Mono<byte[]> tail(InputStream stream) {
        return Mono.fromCallable(() -> readTail(stream)).subscribeOn(io);
    }

    private static byte[] readTail(InputStream stream) {
        byte[] ring = new byte[2 * TAIL_BYTES];
        int used = 0;
        try (stream) {
            int got = stream.read(ring, used, ring.length - used);
            while (got >= 0) {
                used += got;
                if (used == ring.length) {
                    System.arraycopy(ring, TAIL_BYTES, ring, 0, TAIL_BYTES);
                    used = TAIL_BYTES;
                }
                got = stream.read(ring, used, ring.length - used);
            }
        } catch (IOException e) {
            // The stream is closed under us when the command is killed: what came until then is the output.
        }
        return Arrays.copyOfRange(ring, Math.max(0, used - TAIL_BYTES), used);
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
