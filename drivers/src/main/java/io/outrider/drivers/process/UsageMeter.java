package io.outrider.drivers.process;

import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.cgroup.Cgroup;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcTable;
import io.outrider.drivers.procfs.ProcessKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Measures what runs use. All runs share one pass over /proc, or it would cost more than the tasks do. */
final class UsageMeter {

    private static final long NANOS_PER_TICK = 10_000_000;
    private static final double PERCENT = 100.0;
    private static final long MAX_AGE_NANOS = 200_000_000;
    private static final int DEFAULT_PAGE = 4096;

    private final Clock clock;
    private final Scheduler timer;
    private final Scheduler io;
    private final long pageBytes = pageBytes();
    private final AtomicReference<@Nullable Look> last = new AtomicReference<>();

    private record Look(long nanos, ProcTable table) {}

    private record Cpu(long nanos, long user, long system) {}

    UsageMeter(Clock clock, Scheduler timer, Scheduler io) {
        this.clock = clock;
        this.timer = timer;
        this.io = io;
    }

    /** The first at once, then one every {@code interval}, until the run's end. */
    Flux<TaskUsage> samples(SupervisedRun run, Duration interval) {
        AtomicReference<@Nullable Cpu> before = new AtomicReference<>();
        return Flux.interval(Duration.ZERO, interval, timer)
                .onBackpressureDrop()
                .concatMap(tick -> Mono.fromCallable(() -> sample(run, before)).subscribeOn(io), 1)
                .takeUntilOther(run.exit().value());
    }

    private TaskUsage sample(SupervisedRun run, AtomicReference<@Nullable Cpu> before) {
        Optional<Cgroup.Figures> charged =
                run.cgroup().filter(Cgroup::exists).map(Cgroup::figures).filter(UsageMeter::isWhole);
        return charged.isPresent() ? charged(charged.get(), before) : summed(run, before);
    }

    private static boolean isWhole(Cgroup.Figures figures) {
        return figures.rss().isPresent()
                && figures.userNanos().isPresent()
                && figures.systemNanos().isPresent();
    }

    private TaskUsage charged(Cgroup.Figures figures, AtomicReference<@Nullable Cpu> before) {
        Cpu now = new Cpu(
                System.nanoTime(),
                figures.userNanos().getAsLong(),
                figures.systemNanos().getAsLong());
        return usage(figures, now, before);
    }

    private TaskUsage summed(SupervisedRun run, AtomicReference<@Nullable Cpu> before) {
        Look look = look();
        long rss = 0;
        long user = 0;
        long system = 0;
        for (ProcessKey key : run.tree().map(tree -> tree.family(look.table)).orElse(Set.of())) {
            ProcStat stat = look.table.get(key.pid()).orElseThrow();
            rss += stat.rssPages() * pageBytes;
            user += stat.userTicks() * NANOS_PER_TICK;
            system += stat.systemTicks() * NANOS_PER_TICK;
        }
        Cgroup.Figures figures = new Cgroup.Figures(
                OptionalLong.of(rss),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.of(user),
                OptionalLong.of(system));
        return usage(figures, new Cpu(look.nanos, user, system), before);
    }

    private TaskUsage usage(Cgroup.Figures figures, Cpu now, AtomicReference<@Nullable Cpu> before) {
        return new TaskUsage(
                clock.instant(),
                figures.rss(),
                figures.charged(),
                figures.swap(),
                percent(before.getAndSet(now), now),
                figures.userNanos(),
                figures.systemNanos());
    }

    private static OptionalDouble percent(@Nullable Cpu before, Cpu now) {
        if (before == null || now.nanos <= before.nanos) {
            return OptionalDouble.empty();
        }
        long used = now.user + now.system - before.user - before.system;
        return OptionalDouble.of(Math.max(0, used) * PERCENT / (now.nanos - before.nanos));
    }

    private Look look() {
        Look known = last.get();
        long now = System.nanoTime();
        if (known != null && now - known.nanos < MAX_AGE_NANOS) {
            return known;
        }
        Look look = new Look(now, ProcTable.scan());
        last.set(look);
        return look;
    }

    private static long pageBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/smaps"))) {
            Optional<String> size =
                    lines.filter(line -> line.startsWith("KernelPageSize:")).findFirst();
            return size.map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .orElse((long) DEFAULT_PAGE);
        } catch (IOException e) {
            return DEFAULT_PAGE;
        }
    }
}
