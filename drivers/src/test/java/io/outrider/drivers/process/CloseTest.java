package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;

/** A supervisor that closes while starts are under way: afterwards it starts nothing and holds nothing. */
@Timeout(120)
final class CloseTest {

    private final Path dir;
    private final Bench bench;

    CloseTest(@TempDir Path dir) {
        this.dir = dir;
        this.bench = new Bench(dir, Optional.empty());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void startThatWaitsWhileItIsClosedStartsNothing() {
        TaskConfig config = bench.shell("exec sleep 1000");
        TaskHandle handle = bench.prepare(config);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CompletableFuture<Void> start = bench.supervisor()
                .start(config.id(), RunHandle.of(handle), () -> {
                    asked.countDown();
                    uninterruptibly(answer);
                    return spec(config);
                })
                .toFuture();
        uninterruptibly(asked);
        bench.supervisor().close().block(Bench.LIMIT);
        answer.countDown();
        assertClosed(start);
        bench.restart();
        assertThat(bench.hasStarted()).isFalse();
        assertThat(bench.driver().recover(handle).block(Bench.LIMIT)).isInstanceOf(Recovery.NeverStarted.class);
    }

    @Test
    void startThatIsUnderWayIsWaitedForAndLetGo() throws IOException {
        Path tools = slowSetsid();
        bench.restart(tools + ":" + System.getenv("PATH"));
        TaskConfig config = bench.shell("exec sleep 1000");
        TaskHandle handle = bench.prepare(config);
        Disposable start = bench.driver().start(handle, config).subscribe(up -> {}, error -> {});
        Bench.until(() -> Files.exists(dir.resolve("met")));
        CompletableFuture<Void> close = bench.supervisor().close().toFuture();
        assertThat(close).isNotDone();
        Files.writeString(dir.resolve("go"), "");
        close.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(bench.hasStarted()).isTrue();
        assertThat(pidfds()).isZero();
        start.dispose();

        bench.restart();
        assertThat(bench.driver().recover(handle).block(Bench.LIMIT)).isInstanceOf(Recovery.Attached.class);
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void closedSupervisorRefusesStartsAndSearches() {
        TaskConfig config = bench.shell("exec sleep 1000");
        TaskHandle handle = bench.prepare(config);
        bench.supervisor().close().block(Bench.LIMIT);
        assertClosed(bench.driver().start(handle, config).then().toFuture());
        assertClosed(bench.driver().recover(handle).then().toFuture());
        bench.restart();
        assertThat(bench.hasStarted()).isFalse();
    }

    private static void assertClosed(CompletableFuture<Void> call) {
        assertThatThrownBy(() -> call.orTimeout(60, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(DriverException.class)
                .hasMessageContaining("the driver is closed");
    }

    private ProcessSpec spec(TaskConfig config) {
        return new ProcessSpec(
                config.id(),
                List.of("/bin/sleep", "1000"),
                config.env(),
                bench.taskDir(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** One that says that it was called, and goes on when it may. */
    private Path slowSetsid() throws IOException {
        Path tools = Files.createDirectory(dir.resolve("tools"));
        Path setsid = Files.writeString(tools.resolve("setsid"), """
                #!/bin/sh
                PATH=/usr/bin:/bin
                touch %s
                while [ ! -e %s ]; do sleep 0.02; done
                exec setsid "$@"
                """.formatted(dir.resolve("met"), dir.resolve("go")));
        Files.setPosixFilePermissions(setsid, PosixFilePermissions.fromString("rwx------"));
        return tools;
    }

    private static long pidfds() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(CloseTest::isPidfd).count();
        }
    }

    private static boolean isPidfd(Path fd) {
        try {
            return Files.readSymbolicLink(fd).toString().contains("[pidfd]");
        } catch (IOException e) {
            return false;
        }
    }

    private static void uninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                // Cancelled: what stands for a call that no interrupt reaches goes on.
            }
        }
    }
}
