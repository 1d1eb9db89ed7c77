package io.outrider.drivers.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class EpollLoopTest {

    @TempDir
    private Path dir;

    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final EpollLoop loop = EpollLoop.start("agent-test-1", errors::add);

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void manyFifosOnOneThreadGetTheirOwnEvents() throws Exception {
        BlockingQueue<Integer> ready = new LinkedBlockingQueue<>();
        List<Fd> fds = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Path fifo = dir.resolve("f" + i);
            Fd.makeFifo(fifo, 0600);
            Fd fd = Fd.openFifo(fifo);
            fds.add(fd);
            int index = i;
            loop.register(fd, EpollLoop.IN, events -> {
                if (fd.read(new byte[16]) > 0) {
                    ready.add(index);
                }
            });
        }
        for (int i = 199; i >= 0; i--) {
            Files.writeString(dir.resolve("f" + i), "x");
            assertThat(ready.poll(5, TimeUnit.SECONDS)).isEqualTo(i);
        }
        fds.forEach(Fd::close);
    }

    @Test
    void cancelledOnTheLoopMeansNoFurtherCall() throws Exception {
        Fd fd = fifo("f");
        BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();
        EpollLoop.Registration[] watch = new EpollLoop.Registration[1];
        loop.execute(() -> watch[0] = loop.register(fd, EpollLoop.IN, events -> {
            calls.add(events);
            watch[0].cancel();
        }));
        Files.writeString(dir.resolve("f"), "never read");
        assertThat(calls.poll(5, TimeUnit.SECONDS)).isEqualTo(EpollLoop.IN);
        CountDownLatch later = new CountDownLatch(1);
        loop.after(Duration.ofMillis(50), later::countDown);
        assertThat(later.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(calls).isEmpty();
        fd.close();
    }

    @Test
    void restingWatchIsSilentUntilModified() throws Exception {
        Fd fd = fifo("f");
        BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();
        EpollLoop.Registration watch = loop.register(fd, 0, events -> {
            fd.read(new byte[16]);
            calls.add(events);
        });
        Files.writeString(dir.resolve("f"), "x");
        assertThat(calls.poll(100, TimeUnit.MILLISECONDS)).isNull();
        loop.modify(watch, EpollLoop.IN);
        assertThat(calls.poll(5, TimeUnit.SECONDS)).isEqualTo(EpollLoop.IN);
        fd.close();
    }

    @Test
    void endOfAProcessIsSeenByPidFd() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        Fd pidFd = Processes.open((int) sleep.pid()).orElseThrow();
        CountDownLatch ended = new CountDownLatch(1);
        EpollLoop.Registration watch = loop.register(pidFd, EpollLoop.IN, events -> ended.countDown());
        assertThat(ended.await(50, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(Processes.signal(pidFd, Signal.SIGKILL.number())).isTrue();
        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
        sleep.waitFor();
        assertThat(Processes.signal(pidFd, 0)).isFalse();
        assertThat(Processes.signal((int) sleep.pid(), 0)).isFalse();
        watch.cancel();
        pidFd.close();
    }

    @Test
    void pidFdOfNobodyIsAnError() {
        assertThatThrownBy(() -> Processes.open(Integer.MAX_VALUE)).isInstanceOf(PosixException.class);
    }

    @Test
    void tasksRunInOrderTimersInTimeAndFailuresHarmNobody() throws Exception {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        loop.after(Duration.ofMillis(80), () -> ran.add("late"));
        loop.after(Duration.ofMillis(20), () -> ran.add("early"));
        loop.after(Duration.ofMillis(30), () -> ran.add("cancelled")).cancel();
        loop.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        loop.execute(() -> ran.add("now"));
        loop.execute(() -> ran.add("then"));
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            order.add(ran.poll(5, TimeUnit.SECONDS));
        }
        assertThat(order).containsExactly("now", "then", "early", "late");
        assertThat(errors).singleElement().satisfies(e -> assertThat(e).hasMessage("on purpose"));
    }

    @Test
    void closedLoopTakesNothingMore() {
        loop.close();
        loop.close();
        assertThat(loop.execute(() -> {})).isFalse();
        assertThatThrownBy(() -> loop.after(Duration.ZERO, () -> {})).hasMessageContaining("agent-test-1 is closed");
    }

    private Fd fifo(String name) throws IOException {
        Path path = dir.resolve(name);
        Fd.makeFifo(path, 0600);
        return Fd.openFifo(path);
    }
}
