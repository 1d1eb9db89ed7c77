package io.outrider.agent.job;

import io.outrider.agent.job.JobException.Kind;
import io.outrider.runners.alloc.AllocFeed;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import io.outrider.streams.Topic;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The feed of an agent without servers: whole jobs are put on this node and taken off it. Every change is durable
 * before a snapshot shows it, so that a restarted agent goes on with the same allocs. Indexes rise over restarts. What
 * is asked for happens in the order of subscription, also when the subscriber cancels.
 */
public final class LocalFeed implements AllocFeed {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFeed.class);

    private final StateStore store;
    private final Placement placement;
    private final Clock clock;
    private final Topic<Long> ticks = Topic.latest();
    private final Map<JobKey, KeptJob> jobs = new LinkedHashMap<>();
    private long index;
    private long durableIndex;

    public LocalFeed(StateStore store, Placement placement, Clock clock) {
        this.store = store;
        this.placement = placement;
        this.clock = clock;
    }

    /**
     * Takes over what an earlier agent left, and lets the first snapshot out. A job that cannot be read any more is
     * put together from its allocs: what runs must be seen and can be stopped.
     */
    public void restore(Recovered recovered) {
        LeftRows left = new LeftRows(recovered);
        synchronized (this) {
            left.jobs().forEach(this::keep);
            left.allocs().forEach(this::keepAllocs);
            left.told().forEach((alloc, part) -> jobs.values().forEach(kept -> kept.told(alloc, part)));
            jobs.values().forEach(KeptJob::restored);
            // Above all that the runners hold, also where no alloc is left: an empty list is an answer too.
            durableIndex = ++index;
        }
        tick();
    }

    private void keep(PlacedJob placed) {
        KeptJob kept = new KeptJob(placed);
        kept.saved(placed, 0);
        jobs.put(placed.key(), kept);
        placed.allocs().forEach(alloc -> index = Math.max(index, indexOf(alloc)));
    }

    /** The runners may hold more allocs of a job than it has now: those of former runs. */
    private void keepAllocs(JobKey key, List<Alloc> allocs) {
        if (!jobs.containsKey(key)) {
            PlacedJob.of(allocs).ifPresent(found -> {
                LOG.warn("job {} is not kept any more, but its allocs are: it goes on from them", key);
                keep(found);
            });
        }
        allocs.forEach(alloc -> index = Math.max(index, indexOf(alloc)));
        Optional.ofNullable(jobs.get(key)).ifPresent(kept -> allocs.stream()
                .filter(alloc -> !kept.ids().contains(alloc.id()))
                .forEach(kept::keep));
    }

    /**
     * Places a canonical job. The same job that is held here and has not ended is not placed again: its allocs are
     * given. So are, once, those of a job that an earlier agent left unfinished, also when it has ended since then:
     * whoever asked for it has not heard of its end. One that has ended otherwise is placed anew, and the allocs of its
     * former runs stay until it is forgotten. Emits when the placement is durable. Blocks on subscription: it looks for
     * free ports.
     */
    public Mono<RunningJob> place(Job job) {
        return toTheEnd(() -> beginPlace(job));
    }

    /** One after another: two that look for ports at the same time would find the same. */
    private Mono<RunningJob> beginPlace(Job job) {
        synchronized (placement) {
            long at;
            Set<Integer> taken;
            synchronized (this) {
                KeptJob held = jobs.get(JobKey.of(job));
                if (held != null && (!held.status().ended() || held.isEndNews() && isSame(job, held))) {
                    return resume(job, held);
                }
                at = ++index;
                taken = new HashSet<>();
                jobs.values().forEach(kept -> taken.addAll(Ports.takenBy(kept.status())));
            }
            // Outside of the lock that loops and timers take: it may be long, and blocks.
            List<Alloc> allocs = placement.place(job, new Placement.Moment(at, clock.instant()), taken);
            return enter(new PlacedJob(
                    job,
                    allocs.stream().map(alloc -> Allocs.withJob(alloc, null)).toList(),
                    false));
        }
    }

    private synchronized Mono<RunningJob> enter(PlacedJob placed) {
        JobKey key = placed.key();
        KeptJob held = jobs.get(key);
        List<Commit.Change> changes = new ArrayList<>();
        if (held != null) {
            held.newest().allocs().forEach(old -> changes.add(new Commit.Change.Delete(LeftRows.endKey(old.id()))));
        }
        KeptJob kept = held == null ? new KeptJob(placed) : held.anew(placed);
        kept.isKeptWhole(placed);
        placed.allocs().forEach(alloc -> changes.add(AllocFeed.kept(Allocs.withJob(alloc, placed.job()))));
        jobs.put(key, kept);
        return save(kept, changes)
                .onErrorResume(error ->
                        Mono.fromRunnable(() -> putBack(key, kept, held)).then(Mono.error(error)))
                .then(Mono.fromSupplier(() -> running(kept, false)));
    }

    /** What could not be made durable was not placed: the next try must not find it. */
    private void putBack(JobKey key, KeptJob failed, @Nullable KeptJob before) {
        synchronized (this) {
            if (failed.isDurable()) {
                return;
            }
            if (before == null) {
                jobs.remove(key, failed);
            } else {
                jobs.replace(key, failed, before);
            }
        }
        tick();
    }

    private Mono<RunningJob> resume(Job job, KeptJob held) {
        if (!isSame(job, held)) {
            return Mono.error(new JobException(
                    Kind.CONFLICT,
                    "job " + held.newest().key() + " runs in this data directory already, from another version of the"
                            + " file: stop that one first, or use another data directory"));
        }
        held.given();
        return Mono.fromSupplier(() -> running(held, true));
    }

    private static boolean isSame(Job job, KeptJob held) {
        return Arrays.equals(Json.bytes(job), Json.bytes(held.newest().job()));
    }

    private synchronized RunningJob running(KeptJob kept, boolean resumed) {
        PlacedJob placed = kept.newest();
        return new RunningJob(placed.key(), placed.job(), kept.status().allocs(), resumed);
    }

    /**
     * Asks for the end of a job: its allocs are wanted stopped. Completes when that is durable; when it cannot be, it
     * happens all the same and the error says that a restarted agent will not know of it. To ask again is to try again.
     */
    public Mono<Void> stop(JobKey key) {
        return toTheEnd(() -> beginStop(key));
    }

    private synchronized Mono<Void> beginStop(JobKey key) {
        KeptJob kept = held(key);
        if (kept.newest().stopped()) {
            return kept.stopFailed() ? saveStop(kept) : kept.stopping();
        }
        index++;
        long time = Placement.nanos(clock.instant());
        List<Alloc> stopped = kept.newest().allocs().stream()
                .map(alloc -> Allocs.stopped(alloc, index, time))
                .toList();
        kept.change(new PlacedJob(kept.newest().job(), stopped, true));
        return saveStop(kept);
    }

    /** Whoever asks for the end while it is saved gets the end of that. */
    private Mono<Void> saveStop(KeptJob kept) {
        kept.stopFailed(false);
        Mono<Void> end = begun(saveOrNot(kept));
        kept.stopping(end);
        return end;
    }

    /** IDs of all allocs of the job that are on this node: of this run of it and of former ones. */
    public synchronized List<String> allocs(JobKey key) {
        return held(key).ids();
    }

    /** Forgets an ended job and takes the allocs of all its runs off the node. Emits when that is durable. */
    public Mono<Void> forget(JobKey key) {
        return toTheEnd(() -> beginForget(key));
    }

    private synchronized Mono<Void> beginForget(JobKey key) {
        List<Commit.Change> changes = new ArrayList<>();
        held(key)
                .newest()
                .allocs()
                .forEach(alloc -> changes.add(new Commit.Change.Delete(LeftRows.endKey(alloc.id()))));
        changes.add(new Commit.Change.Delete(PlacedJob.stateKey(key)));
        jobs.remove(key);
        long at = ++index;
        return commit(changes).then(Mono.fromRunnable(() -> {
            synchronized (this) {
                show(at);
            }
            tick();
        }));
    }

    /** Under the lock, so that the store sees changes in the order in which they were made. Happens at once. */
    private Mono<Cursor> commit(List<Commit.Change> changes) {
        return begun(store.commit(new Commit(changes, List.of())));
    }

    /** Goes on when its subscriber cancels: what has become durable must be shown. */
    private static <T> Mono<T> toTheEnd(Supplier<Mono<T>> work) {
        return Mono.defer(() -> begun(work.get()));
    }

    private static <T> Mono<T> begun(Mono<T> work) {
        Once<T> end = new Once<>();
        work.subscribe(end::set, end::fail, end::complete);
        return end.value();
    }

    /** What was changed at {@code at} is seen from now on. One that is late gets a newer index: nobody reads back. */
    private void show(long at) {
        durableIndex = at > durableIndex ? at : ++index;
    }

    private Mono<Void> save(KeptJob kept, List<Commit.Change> changes) {
        PlacedJob placed = kept.newest();
        long at = index;
        changes.add(new Commit.Change.Put(PlacedJob.stateKey(placed.key()), placed));
        return commit(changes).then(Mono.fromRunnable(() -> saved(kept, placed, at)));
    }

    /** A full disk must not keep anything from being stopped: the wish counts, and the error is told. */
    private Mono<Void> saveOrNot(KeptJob kept) {
        PlacedJob placed = kept.newest();
        long at = index;
        return save(kept, new ArrayList<>())
                .onErrorResume(error ->
                        Mono.<Void>fromRunnable(() -> unsaved(kept, placed, at)).then(Mono.error(error)));
    }

    private void unsaved(KeptJob kept, PlacedJob placed, long at) {
        synchronized (this) {
            kept.stopFailed(true);
        }
        saved(kept, placed, at);
    }

    private void saved(KeptJob kept, PlacedJob placed, long at) {
        synchronized (this) {
            kept.saved(placed, at);
            show(at);
        }
        tick();
    }

    /** The job now and after each change; a slow reader gets only the newest. Ends with the feed. */
    public Flux<JobStatus> status(JobKey key) {
        return ticks.values().map(tick -> statusNow(key)).distinctUntilChanged();
    }

    /** The job now; fails with {@link JobException} when it is not held. */
    public synchronized JobStatus statusNow(JobKey key) {
        return held(key).status();
    }

    /** An alloc of this or a former run of a job that is held here, with its job. */
    public synchronized Optional<Alloc> alloc(String id) {
        return jobs.values().stream().flatMap(kept -> kept.alloc(id).stream()).findFirst();
    }

    /** All jobs held here. */
    public synchronized List<JobStatus> all() {
        return jobs.values().stream().map(KeptJob::status).toList();
    }

    @Override
    public Flux<Snapshot> snapshots() {
        return ticks.values().map(tick -> snapshotNow()).distinctUntilChanged(Snapshot::index);
    }

    private synchronized Snapshot snapshotNow() {
        Map<String, Long> assigned = new HashMap<>();
        List<Alloc> pulled = new ArrayList<>();
        Set<String> kept = new HashSet<>();
        for (KeptJob job : jobs.values()) {
            pulled.addAll(job.durableAllocs());
            kept.addAll(job.keptIds());
        }
        pulled.forEach(alloc -> assigned.put(alloc.id(), indexOf(alloc)));
        return new Snapshot(durableIndex, assigned, pulled, kept);
    }

    @Override
    public Mono<Void> report(List<AllocUpdate> updates) {
        return toTheEnd(() -> take(updates));
    }

    private synchronized Mono<Void> take(List<AllocUpdate> updates) {
        List<Commit.Change> ends = new ArrayList<>();
        for (AllocUpdate update : updates) {
            if (jobs.values().stream().anyMatch(kept -> kept.take(update))) {
                ends.add(new Commit.Change.Put(LeftRows.endKey(update.allocId()), update.client()));
            }
        }
        // An end must be remembered when the alloc is gone from the node; the runners remember the rest.
        Mono<?> saved = ends.isEmpty() ? Mono.empty() : commit(ends);
        return saved.then(Mono.fromRunnable(this::tick));
    }

    /** No more snapshots; whoever watches a status sees its end. */
    public void close() {
        ticks.close();
    }

    /** Outside the lock: subscribers run on this thread. */
    private void tick() {
        ticks.publish(0L);
    }

    private KeptJob held(JobKey key) {
        KeptJob kept = jobs.get(key);
        if (kept == null) {
            throw new JobException(Kind.UNKNOWN, "this agent holds no job " + key);
        }
        return kept;
    }

    private static long indexOf(Alloc alloc) {
        return alloc.allocModifyIndex() == null ? 0 : alloc.allocModifyIndex();
    }
}
