package io.outrider.drivers.logs.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.drain.InProcessDrain;
import io.outrider.drivers.logs.drain.LogRig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@Timeout(60)
final class FollowTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();
    private final InProcessDrain drain = rig.drain();

    @AfterEach
    void close() {
        drain.close().block(SOON);
        rig.close();
    }

    @Test
    void followFromBeforeTheStartSpansRestartsAndEndsWithTheTask() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1000);
        Mono<List<LogItem>> reading = follow(source, 0).collectList().cache();
        CountDownLatch ended = new CountDownLatch(1);
        Disposable reader = reading.subscribe(items -> ended.countDown());
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "first run\n");
        drain.mark(source).block(SOON);
        Files.writeString(fifos.stdout(), "second run\n");
        drain.detach(source).block(SOON);
        assertThat(ended.await(1, TimeUnit.SECONDS)).as("ends within a second").isTrue();
        List<LogItem> items = reading.block(SOON);
        assertThat(LogRig.text(items)).isEqualTo("first run\nsecond run\n");
        assertThat(items).contains(new LogItem.Restart(10));
        assertThat(items.get(items.size() - 1)).isEqualTo(new LogItem.End(21, true));
        reader.dispose();
    }

    @Test
    void indexThatWasOpenedBeforeItsFirstEntryIsReadOn() throws Exception {
        LogSource source = LogRig.source(dir, 2, 10_000);
        StreamPaths paths = StreamPaths.of(source.folders(), source.task(), "stdout");
        Files.createDirectories(source.folders().own());
        Files.createFile(paths.side());
        try (LogCursor cursor = new LogCursor(paths, 0)) {
            assertThat(cursor.next()).isNull();
            LogFifos fifos = drain.attach(source).block(SOON);
            Files.writeString(fifos.stdout(), "hello\n");
            drain.detach(source).block(SOON);
            assertThat(cursor.changed()).isTrue();
            assertThat(((LogItem.Data) cursor.next()).bytes()).asString().isEqualTo("hello\n");
            assertThat(cursor.next()).isEqualTo(new LogItem.End(6, true));
        }
    }

    @Test
    void followersOfALiveStreamSeeEveryByteOnceAcrossRotations() throws Exception {
        LogSource source = LogRig.source(dir, 10_000, 3_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        List<Mono<String>> readings = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Mono<String> reading =
                    follow(source, 0).collectList().map(LogRig::text).cache();
            readings.add(reading);
            reading.subscribe(text -> {});
        }
        int lines = 20_000;
        Process task = rig.shell("exec >" + fifos.stdout() + "; i=0; while [ $i -lt " + lines
                + " ]; do echo \"line $i\"; i=$((i+1)); done");
        assertThat(task.waitFor()).isZero();
        drain.detach(source).block(SOON);
        String all = IntStream.range(0, lines).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
        for (Mono<String> reading : readings) {
            assertThat(reading.block(SOON)).isEqualTo(all);
        }
    }

    @Test
    void stuckReaderStallsNobodyAndIsToldWhatItMissed() throws Exception {
        LogSource source = LogRig.source(dir, 2, 10_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "x".repeat(4_999) + "\n");
        StepVerifier.create(follow(source, 0), 1)
                .assertNext(item -> assertThat(((LogItem.Data) item).bytes()).hasSize(5_000))
                .then(() -> flood(fifos, source))
                .thenRequest(Long.MAX_VALUE)
                .recordWith(ArrayList::new)
                .thenConsumeWhile(item -> true)
                .consumeRecordedWith(items -> {
                    assertThat(items).filteredOn(LogItem.Gap.class::isInstance).hasSize(1);
                    long bytes = items.stream().mapToLong(FollowTest::length).sum();
                    assertThat(bytes).isEqualTo(995_000);
                })
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void cancelFreesDescriptorsOfAReaderThatWaits() throws Exception {
        LogSource source = LogRig.source(dir, 2, 10_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "hello\n");
        drain.settle(source).block(SOON);
        long before = descriptors();
        CountDownLatch got = new CountDownLatch(20);
        List<Disposable> readers = IntStream.range(0, 20)
                .mapToObj(i -> follow(source, 0).subscribe(item -> got.countDown()))
                .toList();
        assertThat(got.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(descriptors()).isEqualTo(before + 40);
        readers.forEach(Disposable::dispose);
        LogRig.await("descriptors are free", () -> descriptors() == before);
    }

    @Test
    void onlyWhatWasAskedForIsRead() throws Exception {
        LogSource source = LogRig.source(dir, 2, 10_000_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "z".repeat(1_000_000));
        drain.settle(source).block(SOON);
        List<LogItem> seen = new ArrayList<>();
        BaseSubscriber<LogItem> reader = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                request(3);
            }

            @Override
            protected void hookOnNext(LogItem item) {
                synchronized (seen) {
                    seen.add(item);
                }
            }
        };
        follow(source, 0).subscribe(reader);
        LogRig.await("three items", () -> size(seen) == 3);
        assertThat(rig.text(source)).hasSize(1_000_000);
        assertThat(size(seen)).isEqualTo(3);
        assertThat(seen).allSatisfy(item -> assertThat(length(item)).isEqualTo(64 * 1024));
        reader.cancel();
    }

    @Test
    void thousandIdleFollowersCostLittle() throws Exception {
        LogSource source = LogRig.source(dir, 2, 10_000);
        drain.attach(source).block(SOON);
        List<Disposable> readers = IntStream.range(0, 1000)
                .mapToObj(i -> follow(source, 0).subscribe(item -> {}))
                .toList();
        LogRig.await("all wait with their files open", () -> descriptors() > 2000);
        long before = cpuNanos();
        Flux.interval(Duration.ofSeconds(2)).blockFirst(SOON);
        long percentOfACore = (cpuNanos() - before) / 20_000_000;
        readers.forEach(Disposable::dispose);
        assertThat(percentOfACore).isLessThan(10);
    }

    @Test
    void missingStreamEndsAtOnceWithoutFollow() {
        LogSource nowhere = LogRig.source(dir.resolve("none"), 2, 1000);
        assertThat(rig.items(nowhere, LogStore.Fd.STDERR, 0)).containsExactly(new LogItem.End(0, false));
        assertThat(rig.store()
                        .extent(nowhere.folders(), "web", LogStore.Fd.STDERR)
                        .blockOptional(SOON))
                .isEmpty();
    }

    private Flux<LogItem> follow(LogSource source, long offset) {
        return rig.store().read(new LogStore.Query(source.folders(), source.task(), LogStore.Fd.STDOUT, offset, true));
    }

    private void flood(LogFifos fifos, LogSource source) {
        try {
            for (int i = 0; i < 199; i++) {
                Files.writeString(fifos.stdout(), "y".repeat(4_999) + "\n");
            }
            drain.detach(source).block(SOON);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long length(LogItem item) {
        if (item instanceof LogItem.Data data) {
            return data.bytes().length;
        }
        return item instanceof LogItem.Gap gap ? gap.to() - gap.from() : 0;
    }

    private static int size(List<LogItem> items) {
        synchronized (items) {
            return items.size();
        }
    }

    private long descriptors() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(this::isOurs).count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private boolean isOurs(Path fd) {
        try {
            return Files.readSymbolicLink(fd).startsWith(dir);
        } catch (IOException e) {
            return false;
        }
    }

    private static long cpuNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("agent-logs")) {
                sum += Math.max(0, threads.getThreadCpuTime(id));
            }
        }
        return sum;
    }
}
