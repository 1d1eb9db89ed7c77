package io.outrider.agent.http.api.client;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.local.LocalNode;
import io.outrider.drivers.TaskUsage;
import io.outrider.runners.task.RunnerException;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** What may be asked of and done to one alloc: its use of the machine, restarts, signals, its removal. */
public final class AllocApi {

    private static final String PREFIX = "/v1/client/allocation/";
    private static final Map<String, Object> INDEX = Map.of("Index", 0L);
    private static final Duration SAMPLE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LocalAllocs allocs;
    private final LocalNode node;
    private final Scheduler timer;
    private final Map<String, Handler> calls;

    /** @param timer bounds what drivers take to answer */
    public AllocApi(LocalAllocs allocs, Scheduler timer) {
        this.allocs = allocs;
        this.node = allocs.node();
        this.timer = timer;
        this.calls = Map.of(
                "stats",
                this::stats,
                "checks",
                request -> alloc(request).thenReturn(Answer.json(null)),
                "restart",
                this::restart,
                "signal",
                Handler.write(this::signal),
                "gc",
                this::collect,
                "exec",
                Handler.missing("exec in a task"),
                "snapshot",
                Handler.missing("the snapshot of an alloc's data"));
    }

    /** Everything below {@code /v1/client/allocation/}. */
    public Mono<Answer> handle(Request request) {
        String rest = request.below(PREFIX).orElse("");
        int slash = rest.indexOf('/');
        Handler call = slash < 0 ? null : calls.get(rest.substring(slash + 1));
        return call == null
                ? Mono.error(new HttpError(404, "resource not found"))
                : call.handle(request)
                        .onErrorMap(RunnerException.class, e -> new HttpError(500, String.valueOf(e.getMessage())));
    }

    private Mono<Alloc> alloc(Request request) {
        String rest = request.below(PREFIX).orElse("");
        return Mono.fromSupplier(() -> allocs.require(rest.substring(0, rest.indexOf('/'))));
    }

    private Mono<Answer> stats(Request request) {
        String task = request.query().get("task");
        return alloc(request)
                .flatMapMany(alloc -> Flux.fromIterable(LocalAllocs.tasks(alloc))
                        .filter(name -> task.isEmpty() || task.equals(name))
                        .flatMap(name -> sample(alloc, name)))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .map(usages -> Answer.json(UsageJson.of(usages, mhzPerCore())));
    }

    private Mono<Map.Entry<String, TaskUsage>> sample(Alloc alloc, String task) {
        return node.usage(alloc.id(), task, SAMPLE)
                .next()
                .timeout(PATIENCE, Mono.empty(), timer)
                .onErrorComplete()
                .map(usage -> Map.entry(task, usage));
    }

    private double mhzPerCore() {
        Node self = node.node();
        return Optional.ofNullable(self.attributes())
                .map(all -> all.get("cpu.frequency"))
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(Double::parseDouble)
                .orElse(0.0);
    }

    private Mono<Answer> restart(Request request) {
        return alloc(request)
                .flatMap(alloc -> {
                    Body body = Body.optional(request, 500);
                    String task = body.text("TaskName");
                    boolean all = body.truth("AllTasks");
                    if (all && !task.isEmpty()) {
                        throw new HttpError(500, "task name cannot be set when restarting all tasks");
                    }
                    return task.isEmpty() ? node.restart(alloc.id(), all) : node.restartTask(alloc.id(), task);
                })
                .thenReturn(Answer.json(INDEX));
    }

    private Mono<Answer> signal(Request request) {
        return Mono.fromSupplier(() -> body(request))
                .flatMap(body -> alloc(request)
                        .flatMap(alloc -> node.signal(alloc.id(), body.text("Task"), body.text("Signal"))))
                .thenReturn(Answer.json(INDEX));
    }

    private static Body body(Request request) {
        try {
            return Body.required(request, 400);
        } catch (HttpError e) {
            throw new HttpError(400, "Failed to decode body: " + e.text());
        }
    }

    private Mono<Answer> collect(Request request) {
        return alloc(request)
                .flatMap(alloc -> node.alloc(alloc.id()).isEmpty() ? Mono.empty() : node.collect(alloc.id()))
                .thenReturn(Answer.empty());
    }

    /** Removes all ended allocs from the node. */
    public Mono<Answer> collectAll(Request request) {
        return Mono.defer(() -> {
            allocs.checkNode(request.query().get("node_id"));
            return Flux.fromIterable(node.allocs())
                    .filter(Alloc::clientTerminal)
                    .concatMap(alloc -> node.collect(alloc.id())
                            // One that goes meanwhile, or is not quite at its end, is left to the next call.
                            .onErrorResume(RunnerException.class, e -> Mono.empty()))
                    .then(Mono.just(Answer.empty()));
        });
    }
}
