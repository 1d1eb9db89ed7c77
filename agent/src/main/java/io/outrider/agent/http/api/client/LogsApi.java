package io.outrider.agent.http.api.client;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.LogStore.Extent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Output of tasks, as frames or as plain bytes, with or without what is yet to come. */
public final class LogsApi {

    private static final Duration BEAT = Duration.ofSeconds(1);

    private final LocalAllocs allocs;
    private final Scheduler timer;

    /** @param timer for heartbeats */
    public LogsApi(LocalAllocs allocs, Scheduler timer) {
        this.allocs = allocs;
        this.timer = timer;
    }

    /** {@code /v1/client/fs/logs/ALLOC}. */
    public Mono<Answer> handle(Request request) {
        return Mono.defer(() -> {
            Wish wish = Wish.of(request);
            return found(wish).onErrorMap(HttpError.class, error -> error.typed(wish.type()));
        });
    }

    private Mono<Answer> found(Wish wish) {
        return Mono.defer(() -> {
            Alloc alloc = allocs.require(wish.alloc());
            checkTask(alloc, wish.task());
            allocs.requireHere(alloc);
            LogFolders folders = allocs.node().logFolders(alloc.id());
            return allocs.node()
                    .logs()
                    .extent(folders, wish.task(), wish.fd())
                    .switchIfEmpty(Mono.error(() -> new HttpError(
                            404,
                            "log entry for task \"" + wish.task() + "\" and log type \"" + wish.stream()
                                    + "\" not found")))
                    .map(extent -> answer(wish, extent, folders));
        });
    }

    private static void checkTask(Alloc alloc, String task) {
        if (!LocalAllocs.tasks(alloc).contains(task)) {
            throw new HttpError(400, "unknown task name \"" + task + "\"");
        }
        TaskState state = Objects.requireNonNullElse(alloc.taskStates(), Map.<String, TaskState>of())
                .get(task);
        if (state == null || state.startedAt() == null) {
            throw new HttpError(404, "task \"" + task + "\" not started yet. No logs available");
        }
    }

    private Answer answer(Wish wish, Extent extent, LogFolders folders) {
        long from = wish.from(extent);
        if (!wish.follow() && from >= extent.end()) {
            return Answer.empty().typed(wish.type());
        }
        LogStore.Query query = new LogStore.Query(folders, wish.task(), wish.fd(), from, wish.follow());
        Flux<LogItem> items = allocs.node().logs().read(query);
        return Answer.stream(wish.follow() ? followed(wish, items) : bytes(wish, items), wish.type());
    }

    private static Flux<byte[]> bytes(Wish wish, Flux<LogItem> items) {
        return items.filter(LogItem.Data.class::isInstance)
                .map(item -> wish.plain() ? ((LogItem.Data) item).bytes() : frame(wish, (LogItem.Data) item));
    }

    /** Open until the client goes, also when the task has ended: it may be started again. */
    private Flux<byte[]> followed(Wish wish, Flux<LogItem> items) {
        if (wish.plain()) {
            return bytes(wish, items).concatWith(Flux.never());
        }
        AtomicBoolean spoke = new AtomicBoolean();
        Flux<byte[]> beats = Flux.interval(BEAT, timer)
                .onBackpressureDrop()
                .filter(beat -> !spoke.getAndSet(false))
                .map(beat -> Frame.beat());
        Flux<byte[]> spoken = bytes(wish, items).doOnNext(frame -> spoke.set(true));
        return Flux.merge(1, spoken, beats);
    }

    private static byte[] frame(Wish wish, LogItem.Data data) {
        String file = "alloc/logs/" + wish.task() + "." + wish.stream() + "." + data.segment();
        return new Frame(data.offset() + data.bytes().length - data.base(), data.bytes(), file, "").bytes();
    }

    /** What a request asks for, checked. */
    private record Wish(
            String alloc, String task, LogStore.Fd fd, long offset, boolean atEnd, boolean follow, boolean plain) {

        static Wish of(Request request) {
            Query query = request.query();
            String alloc = FilesApi.id(request);
            require(!alloc.isEmpty(), "must provide a valid alloc id");
            require(!query.get("task").isEmpty(), "must provide task name");
            boolean follow = flag(query, "follow");
            String text = query.get("offset");
            long offset = text.isEmpty()
                    ? 0
                    : Values.number(text)
                            .orElseThrow(() -> new HttpError(400, "error parsing offset: " + Values.noNumber(text)));
            String type = query.get("type");
            require(type.equals("stdout") || type.equals("stderr"), "must provide log type (stdout/stderr)");
            boolean atEnd = FilesApi.isEnd(query);
            LogStore.Fd fd = type.equals("stdout") ? LogStore.Fd.STDOUT : LogStore.Fd.STDERR;
            return new Wish(alloc, query.get("task"), fd, offset, atEnd, follow, flag(query, "plain"));
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new HttpError(400, otherwise);
            }
        }

        private static boolean flag(Query query, String name) {
            String text = query.get(name);
            return !text.isEmpty()
                    && Values.truth(text)
                            .orElseThrow(() -> new HttpError(
                                    400, "failed to parse " + name + " field to boolean: " + Values.noTruth(text)));
        }

        String stream() {
            return fd.name().toLowerCase(Locale.ROOT);
        }

        String type() {
            return plain ? "text/plain" : "application/json";
        }

        /** Where to begin. The end without an offset is the newest file from its start, as people know it. */
        long from(Extent extent) {
            if (atEnd) {
                return offset == 0 ? extent.newest() : Math.max(extent.oldest(), extent.end() - Math.max(0, offset));
            }
            return offset < 0 ? Math.max(extent.oldest(), extent.end() + offset) : extent.oldest() + offset;
        }
    }
}
