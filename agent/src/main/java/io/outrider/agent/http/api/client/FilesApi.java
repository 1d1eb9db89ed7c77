package io.outrider.agent.http.api.client;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.local.files.AllocTree;
import io.outrider.agent.local.files.ContentTypes;
import io.outrider.agent.local.files.FileException;
import io.outrider.agent.local.files.FileParts;
import io.outrider.drivers.posix.Fd;
import io.outrider.state.model.alloc.Alloc;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Files of allocs: lists, facts, contents, and files that grow. */
public final class FilesApi {

    private static final String PREFIX = "/v1/client/fs/";

    private final LocalAllocs allocs;
    private final Scheduler io;
    private final FileParts parts;
    private final Map<String, Handler> calls;

    /**
     * @param logs serves the call {@code logs}
     * @param io for files
     * @param timer for waits
     */
    public FilesApi(LocalAllocs allocs, Handler logs, Scheduler io, Scheduler timer) {
        this.allocs = allocs;
        this.io = io;
        this.parts = new FileParts(io, timer);
        this.calls = Map.of(
                "ls",
                request -> look(request, false, (tree, path) -> Answer.json(tree.list(path))),
                "stat",
                request -> look(request, true, (tree, path) -> Answer.json(tree.stat(path))),
                "cat",
                request -> raw(request, 0, Long.MAX_VALUE),
                "readat",
                this::readAt,
                "stream",
                this::stream,
                "logs",
                logs);
    }

    /** Everything below {@code /v1/client/fs/}. */
    public Mono<Answer> handle(Request request) {
        String rest = request.below(PREFIX).orElse("");
        int slash = rest.indexOf('/');
        Handler call = slash < 0 ? null : calls.get(rest.substring(0, slash));
        return call == null ? Mono.error(new HttpError(404, "Invalid method")) : call.handle(request);
    }

    /** The id behind the call's name. */
    static String id(Request request) {
        String rest = request.below(PREFIX).orElse("");
        return rest.substring(rest.indexOf('/') + 1);
    }

    private Mono<Answer> look(Request request, boolean needsPath, BiFunction<AllocTree, String, Answer> call) {
        return Mono.fromCallable(() -> {
                    requireId(request);
                    String path = path(request.query(), needsPath);
                    return call.apply(tree(request), path);
                })
                .subscribeOn(io)
                .onErrorMap(FileException.class, e -> refusal(e, 500, 404));
    }

    private static void requireId(Request request) {
        if (id(request).isEmpty()) {
            throw new HttpError(400, "must provide a valid alloc id");
        }
    }

    private static String path(Query query, boolean needed) {
        String path = query.get("path");
        if (path.isEmpty() && needed) {
            throw new HttpError(400, "must provide a file name");
        }
        return path.isEmpty() ? "/" : path;
    }

    private AllocTree tree(Request request) {
        Alloc alloc = allocs.require(id(request));
        return new AllocTree(allocs.node().directory(alloc.id()), LocalAllocs.tasks(alloc));
    }

    private Mono<Answer> readAt(Request request) {
        return Mono.defer(() -> {
                    requireId(request);
                    path(request.query(), true);
                    long offset = number(request.query(), "offset", 400);
                    long limit = request.query().has("limit") ? number(request.query(), "limit", 400) : 0;
                    return raw(request, offset, limit <= 0 ? Long.MAX_VALUE : limit);
                })
                .onErrorMap(FileException.class, e -> refusal(e, 400, 404));
    }

    private static long number(Query query, String name, int status) {
        String text = query.get(name);
        return Values.number(text)
                .orElseThrow(() -> new HttpError(status, "error parsing " + name + ": " + Values.noNumber(text)));
    }

    private Mono<Answer> raw(Request request, long offset, long limit) {
        return opened(lent -> {
                    requireId(request);
                    String path = path(request.query(), true);
                    AllocTree tree = tree(request);
                    checkOffset(offset, tree, path);
                    lent.hold(tree.open(path));
                    return begin(lent, offset, limit);
                })
                .onErrorMap(FileException.class, e -> refusal(e, 400, 404));
    }

    /** An answer from a file, which is closed when nobody waits for it any more before it is sent. */
    private Mono<Answer> opened(Function<LentFile, Answer> call) {
        return Mono.defer(() -> {
            LentFile lent = new LentFile();
            return Mono.fromCallable(() -> lent.use(call))
                    .subscribeOn(io)
                    .doOnError(error -> lent.giveUp())
                    .doOnCancel(lent::giveUp);
        });
    }

    private Answer begin(LentFile lent, long offset, long limit) {
        byte[] first = new byte[ContentTypes.SNIFFED];
        int length = lent.file().readAt(first, (int) Math.min(first.length, limit), offset);
        if (length <= 0) {
            lent.giveUp();
            return Answer.text(200, "");
        }
        Flux<byte[]> bytes = lent.taken(file -> parts.read(file, offset, limit)).map(FileParts.Part::bytes);
        return Answer.stream(bytes, ContentTypes.harmless(Arrays.copyOf(first, length)))
                .with("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                .with("X-Content-Type-Options", "nosniff")
                .with("X-XSS-Protection", "1; mode=block");
    }

    private static void checkOffset(long offset, AllocTree tree, String path) {
        if (offset < 0) {
            throw new HttpError(
                    400, "can't seek to offset " + offset + ": seek " + tree.shown(path) + ": invalid argument");
        }
    }

    private Mono<Answer> stream(Request request) {
        return opened(lent -> {
                    requireId(request);
                    Query query = request.query();
                    String path = path(query, true);
                    long offset =
                            query.has("offset") && !query.get("offset").isEmpty() ? number(query, "offset", 500) : 0;
                    boolean atEnd = isEnd(query);
                    boolean follow = follow(query);
                    AllocTree tree = tree(request);
                    if (offset < 0) {
                        throw new HttpError(
                                500,
                                "can't seek to offset " + offset + ": seek " + tree.shown(path) + ": invalid argument");
                    }
                    Fd file = lent.hold(tree.open(path));
                    long from = atEnd ? Math.max(0, file.facts().size() - offset) : offset;
                    return frames(lent, path, from, follow);
                })
                .onErrorMap(FileException.class, e -> refusal(e, 400, 400));
    }

    /** The query's origin; false for the start. */
    static boolean isEnd(Query query) {
        String origin = query.get("origin");
        if (!origin.isEmpty() && !origin.equals("start") && !origin.equals("end")) {
            throw new HttpError(400, "origin must be start or end");
        }
        return origin.equals("end");
    }

    private static boolean follow(Query query) {
        String text = query.get("follow");
        return text.isEmpty()
                || Values.truth(text)
                        .orElseThrow(() ->
                                new HttpError(500, "failed to parse follow field to boolean: " + Values.noTruth(text)));
    }

    private Answer frames(LentFile lent, String path, long from, boolean follow) {
        if (!follow && lent.file().facts().size() <= from) {
            lent.giveUp();
            return Answer.empty();
        }
        Flux<FileParts.Part> all =
                lent.taken(file -> follow ? parts.follow(file, from) : parts.read(file, from, Long.MAX_VALUE));
        return Answer.stream(all.map(part -> frame(part, path)), Answer.TEXT);
    }

    private static byte[] frame(FileParts.Part part, String path) {
        return switch (part.kind()) {
            case BEAT -> Frame.beat();
            case DATA -> new Frame(part.end(), part.bytes(), path, "").bytes();
            case TRUNCATED -> new Frame(part.end(), part.bytes(), path, "file truncated").bytes();
            case DELETED -> new Frame(part.end(), part.bytes(), path, "file deleted").bytes();
        };
    }

    private static HttpError refusal(FileException e, int wrong, int missing) {
        int status =
                switch (e.kind()) {
                    case MISSING -> missing;
                    case PROHIBITED, FAILED -> 500;
                    default -> wrong;
                };
        return new HttpError(status, String.valueOf(e.getMessage()));
    }
}
