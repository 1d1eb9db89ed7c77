package io.outrider.agent.cli.run;

import io.outrider.agent.EventFilter;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.cli.output.RunOutput;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.Subject;
import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Entry;
import io.outrider.streams.Once;
import io.outrider.streams.Position;
import io.outrider.streams.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Shows one running job until it has ended and all of its output and events have been shown. What is shown comes as
 * steps that run one at a time on one thread: a slow terminal slows the readers, never the tasks.
 */
final class ForegroundRun {

    /** How long the events may pause, with all that came shown, before they are taken for complete. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final NodeAgent agent;
    private final EventFilter ofJob;
    private final Set<String> allocs;
    private final Instant since;
    private final TaskRefs refs;
    private final RunOutput output;
    private final Scheduler timer;
    private final Shown shown;
    private final Topic<Cursor> seen = Topic.latest();
    private final AtomicLong deliveries = new AtomicLong();
    private final AtomicLong shownDeliveries = new AtomicLong();
    private final Map<TaskRef, Once<Void>> begun = new HashMap<>();
    private final Map<TaskRef, List<ShownLog>> logs = new HashMap<>();

    /** @param since what an agent had to say before that is not shown */
    ForegroundRun(
            NodeAgent agent, RunningJob running, Instant since, TaskRefs refs, RunOutput output, Scheduler timer) {
        this.agent = agent;
        this.ofJob = EventFilter.ofJob(running.key());
        this.allocs = running.allocs().stream().map(Alloc::id).collect(Collectors.toSet());
        this.since = since;
        this.refs = refs;
        this.output = output;
        this.timer = timer;
        this.shown = new Shown(agent, timer);
        refs.all().forEach(task -> begun.put(task, new Once<>()));
    }

    /** Steps to be run in order; completes when there is nothing more to show. */
    Flux<Runnable> steps(Position from, Mono<JobStatus> ended) {
        Mono<Void> allSeen = ended.then(Mono.defer(this::caughtUp));
        List<Flux<Runnable>> sources = new ArrayList<>();
        sources.add(events(from).takeUntilOther(allSeen).doOnTerminate(this::letOutputGo));
        for (TaskRef task : refs.all()) {
            logs.put(
                    task,
                    Stream.of(Fd.STDOUT, Fd.STDERR).map(fd -> log(task, fd)).toList());
            logs.get(task).forEach(log -> sources.add(lines(task, log, ended)));
        }
        return Flux.merge(Flux.fromIterable(sources), sources.size(), 1);
    }

    /**
     * Completes when everything that is durable now has been shown, however long that takes. The newest event may not
     * be among those that come: it may have left the window by then.
     */
    private Mono<Void> caughtUp() {
        Cursor end = agent.newest();
        if (end.seq() == 0) {
            return Mono.empty();
        }
        Mono<Void> reached =
                seen.values().filter(cursor -> cursor.seq() >= end.seq()).next().then();
        return Mono.firstWithSignal(reached, paused());
    }

    private Mono<Void> paused() {
        long before = deliveries.get();
        return Mono.delay(PAUSE, timer)
                .then(Mono.defer(
                        () -> deliveries.get() == before && shownDeliveries.get() == before ? Mono.empty() : paused()));
    }

    private Flux<Runnable> events(Position from) {
        return agent.events(from, EventFilter.all())
                .doOnNext(delivery -> deliveries.incrementAndGet())
                .concatMap(delivery -> outputBefore(delivery).concatWithValues(step(delivery)), 1);
    }

    /** The end of a task is shown behind its last line, however long that takes to be shown. */
    private Flux<Runnable> outputBefore(Delivery<Event> delivery) {
        if (!(delivery instanceof Delivery.Item<Event> item)
                || !item.entry().value().type().equals("Terminated")) {
            return Flux.empty();
        }
        Subject subject = item.entry().value().subject();
        Mono<Void> output =
                Flux.fromIterable(logs(subject)).flatMap(ShownLog::caughtUp).then();
        return Flux.<Runnable>just(() -> letOutputGo(subject)).concatWith(output.then(Mono.empty()));
    }

    private Runnable step(Delivery<Event> delivery) {
        Runnable shows = shows(delivery);
        return () -> {
            shows.run();
            shownDeliveries.incrementAndGet();
        };
    }

    private Runnable shows(Delivery<Event> delivery) {
        if (delivery instanceof Delivery.Item<Event> item) {
            return () -> show(item.entry());
        }
        if (delivery instanceof Delivery.Gap<Event> gap) {
            return () -> {
                output.gap(Optional.empty(), "events", gap.after() + " to " + gap.next() + ": " + gap.reason());
                letOutputGo();
            };
        }
        return () -> {};
    }

    private void show(Entry<Event> entry) {
        Subject subject = entry.value().subject();
        if (entry.value().type().equals("Terminated")) {
            logs(subject).forEach(ShownLog::showHeld);
        }
        if (isMine(entry.value())) {
            output.event(entry, task(subject));
        }
        if (entry.value().type().equals("Started")) {
            letOutputGo(subject);
        }
        seen.publish(entry.cursor());
    }

    /** Not of another job, nor of a run of this job that is over, nor of the agents of that time. */
    private boolean isMine(Event event) {
        if (event.topic() == Event.Topic.AGENT) {
            return !event.time().isBefore(since);
        }
        String alloc = event.subject().alloc();
        return ofJob.test(event) && (alloc == null || allocs.contains(alloc));
    }

    /** Events that say that a task began may be missing. */
    private void letOutputGo() {
        begun.values().forEach(Once::complete);
    }

    private void letOutputGo(Subject subject) {
        task(subject).map(begun::get).ifPresent(Once::complete);
    }

    private Optional<TaskRef> task(Subject subject) {
        return subject.alloc() == null || subject.task() == null
                ? Optional.empty()
                : refs.find(subject.alloc(), subject.task());
    }

    private List<ShownLog> logs(Subject subject) {
        return task(subject).map(logs::get).orElse(List.of());
    }

    private ShownLog log(TaskRef task, Fd fd) {
        return new ShownLog(task, fd, output, shown, timer);
    }

    /** Output is there before the event of the start is: it waits for it, or a task would speak before it began. */
    private Flux<Runnable> lines(TaskRef task, ShownLog log, Mono<?> over) {
        return begun(task).thenMany(log.steps(agent, over));
    }

    private Mono<Void> begun(TaskRef task) {
        return Mono.justOrEmpty(begun.get(task)).flatMap(Once::value);
    }
}
