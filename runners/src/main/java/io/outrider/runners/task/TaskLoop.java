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
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Feeds one task's machine: one input at a time, on the loop scheduler. What a step changed and told goes into one
 * commit, before its effects begin; nobody outside hears of either before they are durable.
 */
final class TaskLoop {

    private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);

    /** Work, timers and wishes are few; what could flood, the notes of hooks and drivers, is bounded below that. */
    private static final int INPUTS = 1024;

    private static final int NOTES = 256;

    private final TaskServices services;
    private final TaskSite site;
    private final CommitLine commits;
    private final Inbox<Post> inbox;
    private final AtomicInteger notes = new AtomicInteger();
    private volatile TaskRun run;

    TaskLoop(TaskServices services, TaskSite site, CommitLine commits, TaskRun run) {
        this.services = services;
        this.site = site;
        this.commits = commits;
        this.run = run;
        this.inbox = Inbox.failWhenFull(INPUTS, services.time().loop());
    }

    /** Where the task stands now; may be ahead of what is durable. */
    TaskRun run() {
        return run;
    }

    /** Runs until the end of {@code scope}. */
    void start(Scope scope, TaskEffect.Performer performer) {
        scope.add("inputs", inbox.inputs().doOnNext(post -> {
            handle(post, performer);
            Once<Void> handled = post.handled();
            if (handled != null) {
                scope.add("handled", commits.drained().doOnSuccess(nothing -> handled.complete()));
            }
        }));
    }

    /** Offers at once; completes when what the input has changed is durable, or when it was refused. */
    Mono<Void> send(TaskInput input) {
        Once<Void> handled = new Once<>();
        if (post(new Post(null, 0, input, handled)) != Offer.ACCEPTED) {
            LOG.warn("{}: input {} came too late or found the inbox full", this, input);
            handled.complete();
        }
        return handled.value();
    }

    Offer offer(TaskInput input) {
        return post(Post.outside(input));
    }

    Offer post(Post post) {
        return inbox.offer(post);
    }

    /** An event of a hook or driver; dropped and logged when too many wait already. */
    void note(TaskEvent event) {
        if (notes.incrementAndGet() > NOTES || offer(new TaskInput.Note(event)) != Offer.ACCEPTED) {
            notes.decrementAndGet();
            LOG.warn("{}: event \"{}\" dropped, {} wait already", this, event.type(), NOTES);
        }
    }

    private void handle(Post post, TaskEffect.Performer performer) {
        if (post.input() instanceof TaskInput.Note) {
            notes.decrementAndGet();
        }
        if (!post.counts()) {
            return;
        }
        try {
            TaskRun before = run;
            Instant now = services.time().clock().instant();
            Step step = TaskMachine.step(
                    before,
                    post.input(),
                    new Moment(now, services.time().random().nextDouble()));
            run = step.run();
            commit(before, step);
            step.effects().forEach(effect -> effect.by(performer));
        } catch (RuntimeException e) {
            // One bad step must not leave the task without anybody who hears a kill.
            LOG.error("{}: input {} failed", this, post.input(), e);
        }
    }

    private void commit(TaskRun before, Step step) {
        List<Change> changes = new ArrayList<>();
        TaskState state = step.run().state();
        if (!state.equals(before.state())) {
            changes.add(put(Table.TASK_STATE, state));
        }
        if (!step.run().local().equals(before.local())) {
            changes.add(put(Table.TASK_LOCAL, step.run().local()));
        }
        if (!changes.isEmpty()) {
            submit(changes, step.told(), state);
        }
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
