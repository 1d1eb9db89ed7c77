package io.outrider.runners.alloc;

import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverEvent;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskUsage;
import io.outrider.runners.alloc.AllocRecords.Left;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.task.RunnerException;
import io.outrider.runners.task.TaskRunner;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Recovered;
import io.outrider.streams.IndexGate;
import io.outrider.streams.IndexGate.Added;
import io.outrider.streams.IndexGate.Batch;
import io.outrider.streams.IndexGate.Decision;
import io.outrider.streams.IndexGate.Pulled;
import io.outrider.streams.IndexGate.Removed;
import io.outrider.streams.IndexGate.Updated;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * All allocs of this node: what an earlier agent left, and what the feed places, changes and takes away. Methods may be
 * called from any thread. Nothing runs before {@link #start}.
 */
public final class NodeRunners {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRunners.class);

    private final AllocServices services;
    private final AllocFeed feed;
    private final Scope scope =
            new Scope("runners", (work, error) -> LOG.error("{} failed: {}", work, error.toString()));
    private final ConcurrentMap<String, AllocRunner> runners = new ConcurrentHashMap<>();
    private final Once<Void> contacted = new Once<>();
    private final Once<Void> closed = new Once<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final IndexGate<String, Placed> gate;
    private final Reporter reporter;
    /** What an earlier agent left; none once it has been taken up. */
    private List<Left> left;

    /**
     * @param feed where allocs come from, and reports go
     * @param recovered what the opened store holds
     */
    public NodeRunners(AllocServices services, AllocFeed feed, Recovered recovered) {
        this.services = services;
        this.feed = feed;
        this.left = AllocRecords.left(recovered);
        Map<String, Long> held = new HashMap<>();
        left.stream()
                .filter(found -> !found.kept().isEmpty())
                .forEach(found -> held.put(found.alloc().id(), index(found.alloc())));
        this.gate = new IndexGate<>(held);
        this.reporter = new Reporter(
                services, feed, scope, new Reports(AllocRecords.acknowledged(recovered), runners::containsKey));
    }

    /**
     * Ends runs that nobody knows any more, takes up what was left, then listens to the feed. Completes when everything
     * that was left is being run.
     */
    public Mono<Void> start() {
        return prune().then(Mono.fromRunnable(this::begin));
    }

    /** Before anything starts: what is new could not be told from what is lost. */
    private Mono<Void> prune() {
        Duration patience = services.tasks().settings().driverPatience();
        List<TaskHandle> handles = left.stream().flatMap(Left::handles).toList();
        return Flux.fromIterable(services.tasks().drivers().values())
                .concatMap(driver -> driver.prune(own(driver, handles))
                        .timeout(patience, services.tasks().time().timer())
                        .onErrorResume(error -> {
                            LOG.warn(
                                    "driver \"{}\" could not end all runs that nobody knows any more: {}",
                                    driver.name(),
                                    error.toString());
                            return Mono.empty();
                        }))
                .then();
    }

    private static List<TaskHandle> own(Driver driver, List<TaskHandle> handles) {
        return handles.stream()
                .filter(handle -> handle.driver().equals(driver.name()))
                .toList();
    }

    private void begin() {
        reporter.start();
        services.tasks().drivers().values().forEach(this::listen);
        restore();
        scope.add(
                "feed",
                gate.decisions(feed.snapshots().map(NodeRunners::snapshot))
                        .concatMap(this::apply)
                        .doOnError(error ->
                                LOG.error("the feed has ended: no alloc will come or go: {}", error.toString())));
    }

    /** The allocs of this node as they are now: what is told of them is durable. */
    public List<Alloc> allocs() {
        return runners.values().stream().map(AllocRunner::view).toList();
    }

    /** One alloc as it is now. */
    public Optional<Alloc> alloc(String allocId) {
        return Optional.ofNullable(runners.get(allocId)).map(AllocRunner::view);
    }

    /** Completes once the first alloc list has been taken up (row R41). */
    public Mono<Void> contacted() {
        return contacted.value();
    }

    /** Completes when the alloc's tasks have ended for good; at once for an alloc that is not here. */
    public Mono<Void> ran(String allocId) {
        return Mono.defer(() ->
                Optional.ofNullable(runners.get(allocId)).map(AllocRunner::ran).orElse(Mono.empty()));
    }

    /** Restarts one task of an alloc; fails with {@link RunnerException}. */
    public Mono<Void> restartTask(String allocId, String task) {
        return with(allocId, runner -> runner.restart(task));
    }

    /** Restarts the running tasks of an alloc, or with {@code all} also those that have ended. */
    public Mono<Void> restart(String allocId, boolean all) {
        return with(allocId, runner -> runner.restart(all));
    }

    /** Signals one task, or all when {@code task} is empty; fails with what the driver says. */
    public Mono<Void> signal(String allocId, String task, String signal) {
        return with(allocId, runner -> runner.signal(task, signal));
    }

    /** What a task uses, see {@link TaskRunner#usage}; fails with {@link RunnerException} if it is not here. */
    public Flux<TaskUsage> usage(String allocId, String task, Duration interval) {
        return Flux.defer(() -> Optional.ofNullable(runners.get(allocId))
                .flatMap(runner -> runner.task(task))
                .map(runner -> runner.usage(interval))
                .orElseGet(() -> Flux.error(new RunnerException(
                        RunnerException.Kind.NOT_FOUND,
                        "alloc \"" + allocId + "\" with a task \"" + task + "\" is not on this node"))));
    }

    /** Kills of this alloc that are under way, or come, wait for nothing any more. */
    public void hasten(String allocId) {
        Optional.ofNullable(runners.get(allocId)).ifPresent(AllocRunner::hasten);
    }

    /**
     * Removes an ended alloc and its directory from the node; refused for one that runs. Fails with
     * {@link HookException} when something of it could not be removed: then it is still here, to be removed again.
     */
    public Mono<Void> collect(String allocId) {
        return with(
                allocId,
                runner -> runner.view().clientTerminal()
                        ? remove(runner)
                        : Mono.error(new RunnerException(
                                RunnerException.Kind.NOT_RUNNING,
                                "No such allocation on client, or allocation not eligible for GC")));
    }

    /**
     * The agent leaves: tasks live on, everything here ends, within the patience of the settings. Idempotent; everybody
     * gets the same end.
     */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            if (closing.compareAndSet(false, true)) {
                scope.add("close", leave().doFinally(signal -> closed.complete()));
            }
            return closed.value().then(scope.close());
        });
    }

    private Mono<Void> leave() {
        return Flux.fromIterable(runners.values())
                .flatMap(AllocRunner::shutdown)
                .then()
                .timeout(
                        services.settings().closePatience(),
                        services.tasks().time().timer())
                .onErrorResume(error -> {
                    LOG.warn(
                            "some runners did not end within {}: left alone",
                            services.settings().closePatience());
                    return Mono.empty();
                });
    }

    private void restore() {
        List<AllocRunner> restored = new ArrayList<>();
        for (Left found : left) {
            if (found.kept().isEmpty()) {
                // Nothing of it was ever started: the feed says whether it is still wanted.
                Commit forgotten =
                        new Commit(List.of(new Change.DeleteAlloc(found.alloc().id())), List.of());
                scope.add("forget", services.tasks().store().commit(forgotten));
            } else {
                make(new AllocSetup(found.alloc(), found.kept(), contacted.value(), reporter::add))
                        .ifPresent(restored::add);
            }
        }
        left = List.of();
        // All are known before the first of them runs.
        restored.forEach(AllocRunner::start);
    }

    private Mono<Void> apply(Batch<String, Placed> batch) {
        if (closing.get()) {
            return Mono.empty();
        }
        log(batch);
        List<Placed> added = batch.decisions().stream()
                .filter(decision -> decision instanceof Added<String, Placed>)
                .map(decision -> ((Added<String, Placed>) decision).value())
                .toList();
        return add(added)
                .thenMany(Flux.fromIterable(batch.decisions()).concatMap(this::applyOrSay))
                .then(Mono.fromRunnable(() -> {
                    contacted.complete();
                    reporter.contacted();
                }));
    }

    /** A change that fails is no reason to be deaf to those that follow. */
    private Mono<Void> applyOrSay(Decision<String, Placed> decision) {
        return apply(decision).onErrorResume(error -> {
            LOG.error("alloc {}: a change of the feed could not be carried out", decision.key(), error);
            return Mono.empty();
        });
    }

    private Mono<Void> apply(Decision<String, Placed> decision) {
        if (decision instanceof Updated<String, Placed> updated) {
            return Mono.fromRunnable(() -> Optional.ofNullable(runners.get(updated.key()))
                    .ifPresent(runner -> runner.update(updated.value().alloc())));
        } else if (decision instanceof Removed<String, Placed> removed) {
            return Mono.fromRunnable(() -> Optional.ofNullable(runners.get(removed.key()))
                    .ifPresent(runner -> scope.add("remove", removeWhenLeft(runner))));
        }
        return Mono.empty();
    }

    /** In one commit: a hundred allocs must not wait for the disk a hundred times. If that fails, one by one. */
    private Mono<Void> add(List<Placed> added) {
        List<Placed> unknown = added.stream()
                .filter(placed -> !runners.containsKey(placed.alloc().id()))
                .toList();
        if (unknown.isEmpty()) {
            return Mono.empty();
        }
        return begin(unknown).onErrorResume(error -> Flux.fromIterable(unknown)
                .filter(placed -> !runners.containsKey(placed.alloc().id()))
                .concatMap(placed -> begin(List.of(placed)).onErrorResume(alone -> {
                    invalid(placed.alloc(), alone);
                    return Mono.empty();
                }))
                .then());
    }

    /** Durable first: an alloc that runs is one that a later agent knows. */
    private Mono<Void> begin(List<Placed> added) {
        List<Change> changes = added.stream()
                .filter(placed -> !placed.kept())
                .map(placed -> AllocRecords.put(placed.alloc()))
                .toList();
        Mono<?> durable =
                changes.isEmpty() ? Mono.empty() : services.tasks().store().commit(new Commit(changes, List.of()));
        return durable.then(Mono.fromRunnable(() ->
                added.forEach(placed -> make(new AllocSetup(placed.alloc(), Map.of(), Mono.empty(), reporter::add))
                        .ifPresent(AllocRunner::start))));
    }

    private Optional<AllocRunner> make(AllocSetup setup) {
        try {
            AllocRunner runner = new AllocRunner(services, setup);
            runners.put(runner.id(), runner);
            return Optional.of(runner);
        } catch (RuntimeException e) {
            invalid(setup.alloc(), e);
            return Optional.empty();
        }
    }

    private void invalid(Alloc alloc, Throwable error) {
        String text = "Unable to add allocation due to error: " + error.getMessage();
        LOG.error("alloc {}: {}", alloc.id(), text);
        ClientPart failed = new ClientPart("failed", text, Map.of(), alloc.deploymentStatus(), alloc.networkStatus());
        Alloc told = alloc.withClient(failed);
        Commit commit = new Commit(
                List.of(),
                List.of(AllocRecords.event(told, services.tasks().time().clock().instant())));
        scope.add("invalid", services.tasks().store().commit(commit));
        reporter.add(AllocUpdate.of(told));
    }

    /** What could not be removed now is removed when the next agent starts: the feed does not list it any more. */
    private Mono<Void> removeWhenLeft(AllocRunner runner) {
        return remove(runner)
                .onErrorResume(
                        RunnerException.class,
                        error -> error.kind() == RunnerException.Kind.LEAVING ? Mono.empty() : Mono.error(error));
    }

    private Mono<Void> remove(AllocRunner runner) {
        return runner.destroy().doOnSuccess(nothing -> {
            runners.remove(runner.id(), runner);
            reporter.forget(runner.id());
        });
    }

    private void listen(Driver driver) {
        scope.add("driver-events", driver.events().doOnNext(this::note));
    }

    private void note(DriverEvent event) {
        Optional.ofNullable(runners.get(event.id().allocId()))
                .ifPresent(runner -> runner.note(
                        event.id().task(), TaskEvents.driver(event.time(), event.message(), event.annotations())));
    }

    private <T> Mono<T> with(String allocId, Function<AllocRunner, Mono<T>> call) {
        return Mono.defer(() -> Optional.ofNullable(runners.get(allocId))
                .map(call)
                .orElseGet(() -> Mono.error(new RunnerException(
                        RunnerException.Kind.NOT_FOUND, "alloc \"" + allocId + "\" is not on this node"))));
    }

    private static void log(Batch<String, Placed> batch) {
        long added = batch.decisions().stream().filter(Added.class::isInstance).count();
        long removed =
                batch.decisions().stream().filter(Removed.class::isInstance).count();
        long updated =
                batch.decisions().stream().filter(Updated.class::isInstance).count();
        long ignored = batch.decisions().size() - added - removed - updated;
        LOG.debug("alloc updates: added={} removed={} updated={} ignored={}", added, removed, updated, ignored);
    }

    private static IndexGate.Snapshot<String, Placed> snapshot(AllocFeed.Snapshot snapshot) {
        Map<String, Pulled<Placed>> pulled = new HashMap<>();
        for (Alloc alloc : snapshot.pulled()) {
            boolean kept = snapshot.kept().contains(alloc.id());
            pulled.put(alloc.id(), new Pulled<>(index(alloc), new Placed(alloc, kept)));
        }
        return new IndexGate.Snapshot<>(snapshot.index(), snapshot.assigned(), pulled);
    }

    private static long index(Alloc alloc) {
        return Optional.ofNullable(alloc.allocModifyIndex())
                .orElseGet(() -> Objects.requireNonNullElse(alloc.modifyIndex(), 0L));
    }

    /**
     * An alloc as the feed gave it.
     *
     * @param kept whether what is kept of it is durable already
     */
    private record Placed(Alloc alloc, boolean kept) {}
}
