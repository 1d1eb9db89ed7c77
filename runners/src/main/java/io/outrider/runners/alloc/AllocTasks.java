package io.outrider.runners.alloc;

import io.outrider.runners.alloc.AllocRules.Members;
import io.outrider.runners.alloc.Coordinator.Kind;
import io.outrider.runners.task.RunnerException;
import io.outrider.runners.task.TaskPlace;
import io.outrider.runners.task.TaskRunner;
import io.outrider.runners.task.TaskSite;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.TaskGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The task runners of one alloc, and how they are killed together. */
final class AllocTasks {

    private final AllocServices services;
    private final Map<String, Member> members = new LinkedHashMap<>();

    /** Makes a runner for each task of the alloc's group, at the site that {@code sites} makes for it. */
    AllocTasks(AllocServices services, AllocSetup setup, Function<AtomicReference<Alloc>, SiteMaker> sites) {
        this.services = services;
        Duration most = services.tasks().settings().maxKillTimeout();
        for (TaskPlace place : places(setup.alloc())) {
            String name = place.task().name();
            requireDriver(place);
            AtomicReference<Alloc> seen = new AtomicReference<>(setup.alloc());
            TaskRunner runner = new TaskRunner(
                    services.tasks(),
                    sites.apply(seen).site(name),
                    Optional.ofNullable(setup.kept().get(name)));
            members.put(name, new Member(runner, Kind.of(place), place.leader(), place.killTimeout(most), seen));
        }
    }

    /** What each task of the alloc is. */
    static Map<String, Kind> kinds(Alloc alloc) {
        return places(alloc).stream()
                .collect(Collectors.toMap(place -> place.task().name(), Kind::of));
    }

    Members rules() {
        Map<String, Kind> kinds = new TreeMap<>();
        members.forEach((name, member) -> kinds.put(name, member.kind()));
        Set<String> leaders = members.entrySet().stream()
                .filter(member -> member.getValue().leader())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new Members(kinds, leaders);
    }

    Collection<TaskRunner> runners() {
        return members.values().stream().map(Member::runner).toList();
    }

    Optional<TaskRunner> runner(String task) {
        return Optional.ofNullable(members.get(task)).map(Member::runner);
    }

    Map<String, TaskState> states() {
        Map<String, TaskState> states = new TreeMap<>();
        members.forEach((name, member) -> states.put(name, member.runner().state()));
        return states;
    }

    /** Tasks that {@code alloc} has not got any more are killed and failed (row R35). */
    void update(Alloc alloc) {
        members.forEach((name, member) -> {
            if (TaskPlace.of(alloc, name).isPresent()) {
                member.seen().set(alloc);
                member.runner().update();
            } else {
                member.runner().kill(Optional.of(TaskEvents.missingFromUpdate(now())));
            }
        });
    }

    /**
     * Kills all tasks, those apart that run when all others are dead: the leader first, the sidecars last, and waits
     * for their ends. {@code hop} goes back to the alloc's loop, so that what it has heard meanwhile is seen first.
     */
    Mono<Void> kill(Mono<Void> hop) {
        return kill(Member::leader, hop)
                .then(kill(member -> !member.leader() && !member.kind().sidecar(), hop))
                .then(kill(member -> !member.leader() && member.kind().sidecar(), hop));
    }

    /** Completes when the ends of all that {@link #kill} kills are durable. */
    Mono<Void> killed() {
        return Flux.fromIterable(members.values())
                .filter(member -> member.kind() != Kind.POSTSTOP)
                .flatMap(member -> member.runner().ended())
                .then();
    }

    /** Lets dead tasks go that wait for a restart of their alloc. */
    void release() {
        members.values().stream()
                .filter(member -> member.kind() != Kind.POSTSTOP)
                .forEach(member -> member.runner().kill(Optional.empty()));
    }

    /** None of them was ever started, and none will be: what runs last has nothing to run after either. */
    void abandon() {
        runners().forEach(runner -> runner.kill(Optional.empty()));
    }

    /** No task waits for anything any more, not even those that run last. */
    void hasten() {
        members.values().stream()
                .filter(member -> member.kind() == Kind.POSTSTOP)
                .forEach(member -> member.runner().kill(Optional.of(killing(member))));
        runners().forEach(TaskRunner::hasten);
    }

    /** Signals all, and tells of all failures in one error, in the reference's form. */
    Mono<Void> signal(String signal) {
        return Flux.fromIterable(runners())
                .flatMapSequential(runner -> signal(runner, signal))
                .flatMapIterable(error -> error.stream().toList())
                .collectList()
                .flatMap(errors -> errors.isEmpty() ? Mono.empty() : Mono.error(joined(errors)));
    }

    private static Mono<Optional<String>> signal(TaskRunner runner, String signal) {
        return runner.signal(signal)
                .thenReturn(Optional.<String>empty())
                .onErrorResume(error -> Mono.just(
                        Optional.of("Failed to signal task: " + runner.task() + ", err: " + error.getMessage())));
    }

    private static RunnerException joined(List<String> errors) {
        String head = errors.size() == 1 ? "1 error occurred:" : errors.size() + " errors occurred:";
        String text = errors.stream().map(error -> "\n\t* " + error).collect(Collectors.joining("", head, "\n\n"));
        return new RunnerException(RunnerException.Kind.NOT_RUNNING, text);
    }

    /** Frees all, once they have ended. Nobody waits for a kill of what is dead, but its event is written. */
    Mono<Void> close() {
        return Flux.fromIterable(runners())
                .concatMap(runner -> runner.settled().then(runner.close()))
                .then();
    }

    /** Whether none of them will ever run again. */
    boolean haveEnded() {
        return runners().stream().allMatch(TaskRunner::isComplete);
    }

    Mono<Void> ended() {
        return Flux.fromIterable(runners()).flatMap(TaskRunner::ended).then();
    }

    private void requireDriver(TaskPlace place) {
        String driver = place.task().driver();
        if (services.tasks().driver(driver).isEmpty()) {
            String known = services.tasks().drivers().keySet().stream().sorted().collect(Collectors.joining(", "));
            throw new RunnerException(
                    RunnerException.Kind.NOT_FOUND,
                    "failed creating runner for task \"" + place.task().name() + "\": this node has no driver \""
                            + driver + "\" (it has: " + known + ")");
        }
    }

    private Mono<Void> kill(Predicate<Member> which, Mono<Void> hop) {
        List<Member> chosen = members.values().stream()
                .filter(member -> member.kind() != Kind.POSTSTOP)
                .filter(which)
                .toList();
        return chosen.isEmpty()
                ? Mono.empty()
                : Flux.fromIterable(chosen).flatMap(this::kill).then(hop);
    }

    private Mono<Void> kill(Member member) {
        TaskRunner runner = member.runner();
        Mono<Void> known = Mono.defer(() -> runner.kill(Optional.of(killing(member))))
                // Its runner has ended, or the wish can never be written: the death counts, not the news of it.
                .onErrorComplete()
                .then(runner.ended());
        // A full disk keeps the news of a death back; it must not keep the other tasks alive.
        return Mono.firstWithSignal(known, runner.dead());
    }

    private TaskEvent killing(Member member) {
        return TaskEvents.killing(now(), member.killTimeout());
    }

    private Instant now() {
        return services.tasks().time().clock().instant();
    }

    private static List<TaskPlace> places(Alloc alloc) {
        TaskGroup group = alloc.group()
                .orElseThrow(() -> new RunnerException(
                        RunnerException.Kind.NOT_FOUND,
                        "job \"" + alloc.jobId() + "\" has no group \"" + alloc.taskGroup() + "\""));
        return group.taskList().stream()
                .flatMap(task -> TaskPlace.of(alloc, task.name()).stream())
                .toList();
    }

    /** Makes the site of a task. */
    @FunctionalInterface
    interface SiteMaker {
        TaskSite site(String task);
    }

    /**
     * One task.
     *
     * @param seen the newest version of the alloc that has the task
     */
    private record Member(
            TaskRunner runner, Kind kind, boolean leader, Duration killTimeout, AtomicReference<Alloc> seen) {}
}
