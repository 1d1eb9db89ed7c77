package io.outrider.agent.http.listen;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Content;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.FutureMono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends answers. The status is decided before the first byte: a stream's head goes out with its first part, so that
 * what fails before is an answer of its own. A part is asked for when the one before has gone out.
 */
final class AnswerWriter {

    /** Below, compressing costs more than it saves. */
    private static final int WORTH_COMPRESSING = 1400;

    private final Duration patience;
    private final Map<String, String> headers;
    private final Scheduler timer;

    /** @param headers in every answer, over those of its own */
    AnswerWriter(Duration patience, Map<String, String> headers, Scheduler timer) {
        this.patience = patience;
        this.headers = headers;
        this.timer = timer;
    }

    Mono<Void> write(Request request, Answer answer, HttpServerResponse out) {
        Content content = answer.content();
        if (content instanceof Content.Stream stream) {
            return stream(request, answer, stream.parts(), out);
        }
        if (content instanceof Content.Value value) {
            boolean pretty = request.query().has("pretty")
                    && !request.query().get("pretty").equals("0");
            byte[] text = pretty ? JsonText.pretty(value.value()) : JsonText.compact(value.value());
            return whole(request, answer, text, out);
        }
        return whole(request, answer, content instanceof Content.Bytes some ? some.bytes() : new byte[0], out);
    }

    private Mono<Void> whole(Request request, Answer answer, byte[] body, HttpServerResponse out) {
        head(answer, out);
        boolean zip = body.length >= WORTH_COMPRESSING && request.headers().accepts("Accept-Encoding", "gzip");
        byte[] sent = zip ? zipped(body) : body;
        if (zip) {
            out.header(HttpHeaderNames.CONTENT_ENCODING, "gzip");
        }
        if (answer.status() != 204) {
            out.header(HttpHeaderNames.CONTENT_LENGTH, String.valueOf(sent.length));
        }
        Mono<Void> done = sent.length == 0 || request.method().equals("HEAD")
                ? out.send().then()
                : out.sendObject(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(sent)))
                        .then();
        return done.timeout(patience.multipliedBy(2), timer);
    }

    private Mono<Void> stream(Request request, Answer answer, Flux<byte[]> parts, HttpServerResponse out) {
        AtomicBoolean begun = new AtomicBoolean();
        return parts.concatMap(part -> begin(answer, begun, out).then(part(part, out)), 0)
                .then(Mono.defer(() -> begun.get() ? Mono.empty() : whole(request, answer, new byte[0], out)))
                .onErrorResume(error -> !begun.get(), error -> write(request, HttpError.answer(error), out));
    }

    private Mono<Void> begin(Answer answer, AtomicBoolean begun, HttpServerResponse out) {
        return Mono.defer(() -> {
            if (begun.getAndSet(true)) {
                return Mono.empty();
            }
            head(answer, out);
            return out.sendHeaders().then();
        });
    }

    /** Straight to the channel: what its end means is then the end of this part alone, not that of the answer. */
    private Mono<Void> part(byte[] part, HttpServerResponse out) {
        AtomicReference<Channel> channel = new AtomicReference<>();
        out.withConnection(connection -> channel.set(connection.channel()));
        return FutureMono.deferFuture(() -> Objects.requireNonNull(channel.get(), "channel")
                        .writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(part))))
                .timeout(patience, Mono.defer(() -> lost(channel)), timer);
    }

    /** Who takes nothing any more is let go; the end of the connection cancels what runs for it. */
    private static Mono<Void> lost(AtomicReference<Channel> channel) {
        Objects.requireNonNull(channel.get(), "channel").close();
        return Mono.never();
    }

    private void head(Answer answer, HttpServerResponse out) {
        out.status(HttpResponseStatus.valueOf(answer.status()));
        out.addHeader("Vary", "Accept-Encoding");
        answer.headers().forEach(field -> out.addHeader(field.name(), field.value()));
        headers.forEach(out::header);
    }

    private static byte[] zipped(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("compressing an answer: " + e.getMessage(), e);
        }
        return out.toByteArray();
    }
}
