package io.outrider.drivers.process;

import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.bench.FigureTable;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.procfs.ProcStat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** What supervision costs (design.md, table of figures). */
@Tag("bench")
class SupervisionBenchTest {

    private static final int TASKS = 200;
    private static final int SINGLE = 40;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void startsEndsAndMemory(boolean grouped) {
        Optional<Cgroups> cgroups =
                grouped ? Cgroups.detect(Path.of("/proc/self/mounts"), "outrider-bench") : Optional.empty();
        try (Bench bench = new Bench(dir, cgroups)) {
            FigureTable table = new FigureTable("supervision, " + (grouped ? "with" : "without") + " cgroups");
            table.add("warm-up: 20 tasks to running (ms)", inParallel(bench, 20));
            table.atMost("100 tasks to running (ms)", 1_500, inParallel(bench, 100));
            List<Double> first = new ArrayList<>();
            List<Double> ends = new ArrayList<>();
            for (int i = 0; i < SINGLE; i++) {
                single(bench, first, ends);
            }
            table.atMost("submit -> first instruction, p50 (ms)", 40, percentile(first, 50));
            table.atMost("exit -> event, p50 (ms)", 3, percentile(ends, 50));
            table.atMost("exit -> event, p99 (ms)", 15, percentile(ends, 99));
            table.atMost("shim of a task, PSS (KiB)", 220, memory(bench));
            table.print();
        }
    }

    private static double inParallel(Bench bench, int count) {
        List<TaskConfig> configs = Stream.generate(SupervisionBenchTest::sleeper)
                .limit(count)
                .map(make -> make.apply(bench))
                .toList();
        List<TaskHandle> handles = configs.stream().map(bench::prepare).toList();
        long begin = System.nanoTime();
        Flux.range(0, count)
                .flatMap(i -> bench.driver().start(handles.get(i), configs.get(i)), count)
                .then()
                .block(Bench.LIMIT);
        double millis = (System.nanoTime() - begin) / 1e6;
        configs.forEach(config -> bench.driver().destroy(config.id(), true).block(Bench.LIMIT));
        return millis;
    }

    private static java.util.function.Function<Bench, TaskConfig> sleeper() {
        return bench -> bench.command(Map.of("command", "/bin/sleep", "args", List.of("1000")), Map.of("A", "b"));
    }

    private static void single(Bench bench, List<Double> first, List<Double> ends) {
        TaskConfig config = bench.shell("date +%s%N >$OUT; read x <go; date +%s%N >$OUT.end; kill -9 $$");
        Path fifo = bench.taskDir().resolve("go");
        io.outrider.drivers.posix.Fd.makeFifo(fifo, 0600);
        long begin = wallNanos();
        bench.start(config);
        Bench.until(() -> !bench.readOut().isEmpty());
        first.add((Long.parseLong(bench.readOut().get(0)) - begin) / 1e6);
        long[] seen = new long[1];
        var exit = bench.driver()
                .exit(config.id())
                .doOnNext(end -> seen[0] = wallNanos())
                .toFuture();
        try {
            Files.writeString(fifo, "go\n");
            exit.join();
            long end = Long.parseLong(Files.readString(bench.outFile(".end")).strip());
            ends.add((seen[0] - end) / 1e6);
            Files.delete(bench.outFile(""));
            Files.delete(fifo);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    private static double memory(Bench bench) {
        List<TaskConfig> configs = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            TaskConfig config = sleeper().apply(bench);
            bench.start(config);
            configs.add(config);
        }
        double pss = configs.stream()
                .map(config ->
                        ProcStat.read(bench.pid(config.id())).orElseThrow().parent())
                .mapToLong(SupervisionBenchTest::pss)
                .average()
                .orElseThrow();
        configs.forEach(config -> bench.driver().destroy(config.id(), true).block(Duration.ofSeconds(20)));
        return pss;
    }

    private static long pss(int pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long wallNanos() {
        var now = java.time.Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private static double percentile(List<Double> values, int percent) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
