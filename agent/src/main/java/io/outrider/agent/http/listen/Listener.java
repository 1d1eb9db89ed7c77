package io.outrider.agent.http.listen;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Fields;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Percent;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.streams.Workers;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** One listening socket with its loops. Starts once and closes once; then no thread and no socket is left. */
public final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final InetSocketAddress address;
    private final Endpoint endpoint;
    private final HttpLimits limits;
    private final Handler root;
    private final ThreadFactory threads;
    private final Scheduler timer;
    private final AnswerWriter writer;
    private final Admission admission;
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    private @Nullable Loops loops;
    private volatile @Nullable DisposableServer server;

    /** Listens in the clear. */
    public Listener(
            InetSocketAddress address, HttpLimits limits, Handler root, ThreadFactory threads, Scheduler timer) {
        this(Endpoint.plain(address, limits), root, threads, timer);
    }

    /**
     * @param endpoint where and how to listen
     * @param root answers all requests
     * @param threads makes the threads of the loops
     * @param timer for deadlines
     */
    public Listener(Endpoint endpoint, Handler root, ThreadFactory threads, Scheduler timer) {
        this.endpoint = endpoint;
        this.address = endpoint.address();
        this.limits = endpoint.limits();
        this.root = root;
        this.threads = threads;
        this.timer = timer;
        this.writer = new AnswerWriter(limits.write(), endpoint.headers(), timer);
        this.admission = new Admission(limits);
    }

    /** Begins to listen; emits the address. Fails if it is taken. */
    public Mono<InetSocketAddress> start() {
        return Mono.defer(() -> {
            Loops made = new Loops(threads);
            loops = made;
            return server(made).bind().map(bound -> {
                server = bound;
                return (InetSocketAddress) bound.address();
            });
        });
    }

    private HttpServer server(Loops made) {
        HttpServer plain = HttpServer.create()
                .bindAddress(() -> address)
                .runOn(made)
                .channelGroup(channels)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.ALLOCATOR, new UnpooledByteBufAllocator(false, true))
                .childOption(ChannelOption.SO_SNDBUF, 128 << 10)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .idleTimeout(limits.idle())
                .httpRequestDecoder(spec -> spec.maxInitialLineLength(limits.headBytes())
                        .maxHeaderSize(limits.headBytes())
                        .validateHeaders(true))
                .doOnChannelInit((observer, channel, remote) -> {
                    admission.guard(channel);
                    HeadDeadline.watch(channel, limits.head());
                })
                .handle(this::serve);
        return endpoint.tls()
                .map(certificates -> plain.secure(
                        spec -> spec.sslContext(certificates.context()).handshakeTimeout(certificates.handshake())))
                .orElse(plain);
    }

    /** Connections that are open now. */
    public int connections() {
        return admission.open();
    }

    /** Stops listening, ends every connection with what runs for it, and ends the loops. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            DisposableServer bound = server;
            Loops made = loops;
            if (bound != null) {
                bound.dispose();
            }
            channels.close();
            return made == null ? Mono.empty() : made.end();
        });
    }

    private Mono<Void> serve(HttpServerRequest in, HttpServerResponse out) {
        long began = System.nanoTime();
        return answered(in, out).doFinally(end -> tell(in, began));
    }

    private void tell(HttpServerRequest in, long began) {
        if (LOG.isDebugEnabled()) {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            LOG.debug("request complete: method={} path={} duration={}", in.method(), in.uri(), took);
        }
    }

    private Mono<Void> answered(HttpServerRequest in, HttpServerResponse out) {
        return body(in).map(body -> request(in, body))
                .flatMap(request -> answer(request)
                        // Whoever made it goes on with its own work, and the connection cannot end in between.
                        .publishOn(loop(in))
                        .flatMap(answer -> writer.write(request, answer, out)))
                .onErrorResume(HttpError.class, refused -> {
                    out.keepAlive(false);
                    return writer.write(unread(in), refused.answer(), out);
                });
    }

    /** What is there already goes out at once: requests that came together are answered together. */
    private static Scheduler loop(HttpServerRequest in) {
        AtomicReference<EventLoop> found = new AtomicReference<>();
        in.withConnection(connection -> found.set(connection.channel().eventLoop()));
        EventLoop loop = Objects.requireNonNull(found.get(), "loop");
        return Workers.of(work -> {
            if (loop.inEventLoop()) {
                work.run();
            } else {
                loop.execute(work);
            }
        });
    }

    private Mono<Answer> answer(Request request) {
        return Mono.defer(() -> root.handle(request)).onErrorResume(error -> {
            if (!(error instanceof HttpError)) {
                LOG.warn("{} {} failed: {}", request.method(), request.path(), error.toString());
            }
            return Mono.just(HttpError.answer(error));
        });
    }

    private static Request unread(HttpServerRequest in) {
        Fields headers = Fields.of(in.requestHeaders().entries());
        return new Request(in.method().name(), "", Query.of(""), headers, new byte[0]);
    }

    private static Request request(HttpServerRequest in, byte[] body) {
        String uri = in.uri();
        int mark = uri.indexOf('?');
        String raw = mark < 0 ? uri : uri.substring(0, mark);
        String path =
                Percent.decoded(raw, false).orElseThrow(() -> new HttpError(400, "a broken escape in the path " + raw));
        return new Request(
                in.method().name(),
                path,
                Query.of(mark < 0 ? "" : uri.substring(mark + 1)),
                Fields.of(in.requestHeaders().entries()),
                body);
    }

    private Mono<byte[]> body(HttpServerRequest in) {
        String length = in.requestHeaders().get(HttpHeaderNames.CONTENT_LENGTH);
        if (length != null && (length.length() > 9 || Integer.parseInt(length) > limits.bodyBytes())) {
            return Mono.error(tooLarge());
        }
        return in.receive()
                .asByteArray()
                .reduceWith(ByteArrayOutputStream::new, this::grown)
                .map(ByteArrayOutputStream::toByteArray)
                .timeout(limits.body(), Mono.error(() -> new HttpError(408, "the request took too long")), timer);
    }

    private ByteArrayOutputStream grown(ByteArrayOutputStream body, byte[] more) {
        if (body.size() + more.length > limits.bodyBytes()) {
            throw tooLarge();
        }
        body.write(more, 0, more.length);
        return body;
    }

    private HttpError tooLarge() {
        return new HttpError(413, "the request body is larger than " + limits.bodyBytes() + " bytes");
    }

    @Override
    public String toString() {
        return "http " + Objects.requireNonNullElse(server, address);
    }
}
