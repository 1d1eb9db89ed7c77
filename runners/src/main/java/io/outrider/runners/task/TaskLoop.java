package io.outrider.runners.task;

import io.outrider.runners.task.Slot.Post;
import io.outrider.runners.task.machine.TaskEffect;
import io.outrider.runners.task.machine.TaskInput;
import io.outrider.runners.task.machine.TaskMachine;
import io.outrider.runners.task.machine.TaskMachine.Moment;
import io.outrider.runners.task.machine.TaskMachine.Step;
import io.outrider.runners.task.machine.TaskMachine.Told;
import io.outrider.runners.task.machine.TaskRun;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.streams.Inbox;
import io.outrider.streams.Inbox.Offer;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Feeds one task's machine: one input at a time, on the loop scheduler. What a step changed and told goes into one
 * commit, before its effects begin; nobody outside hears of either before they are durable. Only the step that asks the
 * driver for a handle waits for the next one with its commit.
 */
final class TaskLoop {

    private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);

    /** Bounds what may be refused: the requests of people, and the notes of hooks and drivers within that. */
    private static final int INPUTS = 512;

    private static final int NOTES = 256;

    /** Kills that wait; one would do, but each has an event of its own. */
    private static final int KILLS = 256;

    private final TaskServices services;
    private final TaskSite site;
    private final CommitLine commits;
    private final Inbox<Post> inbox;
    private final AtomicInteger notes = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    /** Kinds of wishes that wait. Whole inputs would be hashed to their last hook variable. */
    private final Set<Class<?>> plain = ConcurrentHashMap.newKeySet();

    private volatile Once<Void> newestKill = new Once<>();
    private volatile TaskRun run;
    /** What was given to the commits last. */
    private TaskRun submitted;

    TaskLoop(TaskServices services, TaskSite site, CommitLine commits, TaskRun run) {
        this.services = services;
        this.site = site;
        this.commits = commits;
        this.run = run;
        this.submitted = run;
        this.inbox = Inbox.failWhenFull(INPUTS, services.time().loop());
    }

    /** Where the task stands now; may be ahead of what is durable. */
    TaskRun run() {
        return run;
    }

    /** Runs until the end of {@code scope}. */
    void start(Scope scope, TaskEffect.Performer performer) {
        scope.add("inputs", inbox.inputs().doOnNext(post -> {
            counted(post.input());
            Optional<RuntimeException> failure = post.counts() ? step(post.input(), performer) : Optional.empty();
            Once<Void> handled = post.handled();
            if (handled != null) {
                failure.ifPresentOrElse(
                        handled::fail,
                        () -> scope.add(
                                "handled",
                                commits.drained()
                                        .doOnSuccess(nothing -> handled.complete())
                                        .doOnError(handled::fail)
                                        .onErrorComplete()));
            }
        }));
    }

    /**
     * The task shall die: never refused while the loop runs. Completes when the wish is durable; fails when the loop
     * has ended. Of more kills than can wait the last ones leave no event.
     */
    Mono<Void> kill(Optional<TaskEvent> event) {
        if (kills.incrementAndGet() > KILLS) {
            kills.decrementAndGet();
            LOG.warn("{}: a kill is merged with the {} that wait already", this, KILLS);
            return newestKill.value();
        }
        Once<Void> handled = new Once<>();
        newestKill = handled;
        if (inbox.admit(new Post(null, 0, new TaskInput.Kill(event), handled)) != Offer.ACCEPTED) {
            kills.decrementAndGet();
            handled.fail(Requests.refusal(Offer.CLOSED));
        }
        return handled.value();
    }

    /** A request of somebody who hears what became of it; refused when too many wait. */
    Offer request(TaskInput input) {
        return inbox.offer(Post.outside(input));
    }

    /** A wish without anything to it but its kind: never refused while the loop runs, and waits at most once. */
    void wish(TaskInput input) {
        if (plain.add(input.getClass())) {
            inbox.admit(Post.outside(input));
        }
    }

    /** A newer version of the alloc: never refused while the loop runs; the alloc sends one at a time. */
    void update(TaskInput.Update update) {
        inbox.admit(Post.outside(update));
    }

    /** The result of work, of which a task has a handful: never refused while the loop runs. */
    void result(Post post) {
        inbox.admit(post);
    }

    /** An event of a hook or driver; dropped and logged when too many wait already. */
    void note(TaskEvent event) {
        if (notes.incrementAndGet() > NOTES || request(new TaskInput.Note(event)) != Offer.ACCEPTED) {
            notes.decrementAndGet();
            LOG.warn("{}: event \"{}\" dropped, {} wait already", this, event.type(), NOTES);
        }
    }

    private void counted(TaskInput input) {
        plain.remove(input.getClass());
        if (input instanceof TaskInput.Note) {
            notes.decrementAndGet();
        } else if (input instanceof TaskInput.Kill) {
            kills.decrementAndGet();
        }
    }

    /** One step; a failing one ends the task's present life in a way that says so. Gives the failure. */
    private Optional<RuntimeException> step(TaskInput input, TaskEffect.Performer performer) {
        TaskRun before = run;
        try {
            Instant now = services.time().clock().instant();
            double dice = services.time().random().nextDouble();
            Step step = TaskMachine.step(before, input, new Moment(now, dice));
            run = step.run();
            commit(step);
            step.effects().forEach(effect -> perform(effect, input, performer));
            return Optional.empty();
        } catch (RuntimeException e) {
            // What nobody will read again has not happened.
            run = before;
            failed(input, "input " + input, e);
            return Optional.of(e);
        }
    }

    /** One that fails keeps no other from being performed. */
    private void perform(TaskEffect effect, TaskInput cause, TaskEffect.Performer performer) {
        try {
            effect.by(performer);
        } catch (RuntimeException e) {
            failed(cause, "effect " + effect, e);
        }
    }

    private void failed(TaskInput cause, String what, RuntimeException error) {
        LOG.error("{}: {} failed", this, what, error);
        if (!(cause instanceof TaskInput.Fault)) {
            inbox.admit(Post.outside(new TaskInput.Fault("a fault of the agent: " + error)));
        }
    }

    private void commit(Step step) {
        if (mayWait(step)) {
            return;
        }
        List<Change> changes = new ArrayList<>();
        TaskState state = step.run().state();
        if (!state.equals(submitted.state())) {
            changes.add(put(Table.TASK_STATE, state));
        }
        if (!step.run().local().equals(submitted.local())) {
            changes.add(put(Table.TASK_LOCAL, step.run().local()));
        }
        if (!changes.isEmpty()) {
            submit(changes, step.told(), state);
        }
        submitted = step.run();
    }

    /**
     * What the prestart hooks left goes with the handle, which comes at once or fails: one wait for the disk less
     * before the start. Without it they are called again, and making a handle touches nothing outside.
     */
    private static boolean mayWait(Step step) {
        return step.told().isEmpty() && step.effects().equals(List.of(new TaskEffect.Prepare()));
    }

    private void submit(List<Change> changes, List<Told> told, TaskState state) {
        List<Event> events = told.stream().map(this::event).toList();
        commits.submit(changes, events, () -> site.changed().accept(state));
    }

    private Change put(Table table, Object value) {
        return new Change.Put(StateKey.task(table, site.alloc().get().id(), site.task()), value);
    }

    private Event event(Told told) {
        Alloc alloc = site.alloc().get();
        TaskState state = told.state();
        return new Event(
                Event.Topic.TASK,
                told.event().type(),
                Instant.ofEpochSecond(0, told.event().time()),
                new Subject(
                        alloc.namespace(), alloc.jobId(), alloc.taskGroup(), alloc.id(), site.task(), alloc.nodeId()),
                OptionalLong.empty(),
                new EventPayload.OfTask(told.event(), state.state(), state.failed(), state.restarts()));
    }

    @Override
    public String toString() {
        return "alloc " + site.alloc().get().id() + " task " + site.task();
    }
}
