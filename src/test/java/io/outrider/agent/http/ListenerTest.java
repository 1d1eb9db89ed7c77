package io.outrider.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.outrider.agent.http.listen.HttpLimits;
import io.outrider.agent.http.listen.Listener;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the server promises to clients of all kinds, seen from their side of the socket. */
@Timeout(60)
@SuppressWarnings("try") // connections that nothing is said on
class ListenerTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final HttpLimits HASTY = HttpLimits.DEFAULT.withTimes(
            Duration.ofMillis(300), Duration.ofMillis(400), Duration.ofMillis(700), Duration.ofMillis(500));

    private final Workers workers = new Workers();
    private final AtomicInteger waiting = new AtomicInteger();
    private Listener listener = listener(HttpLimits.DEFAULT);
    private InetSocketAddress address = new InetSocketAddress(0);

    private Listener listener(HttpLimits limits) {
        Handler forever = request -> Mono.<Answer>never()
                .doOnSubscribe(s -> waiting.incrementAndGet())
                .doFinally(s -> waiting.decrementAndGet());
        Flux<byte[]> ticks = Flux.interval(Duration.ofMillis(20), workers.single("ticks"))
                .onBackpressureDrop()
                .map(tick -> ("tick " + tick + "\n").getBytes(StandardCharsets.UTF_8))
                .doOnSubscribe(s -> waiting.incrementAndGet())
                .doFinally(s -> waiting.decrementAndGet());
        byte[] large = new byte[1 << 20];
        Router routes = Router.builder()
                .at("/echo", request -> Mono.just(Answer.bytes(request.body(), "text/plain")))
                .at("/json", request -> Mono.just(Answer.json(List.of("a".repeat(2000)))))
                .at("/forever", forever)
                .at("/ticks", request -> Mono.just(Answer.stream(ticks, "text/plain")))
                .at(
                        "/flood",
                        request -> Mono.just(Answer.stream(
                                Flux.<byte[]>generate(sink -> sink.next(large))
                                        .doOnSubscribe(s -> waiting.incrementAndGet())
                                        .doFinally(s -> waiting.decrementAndGet()),
                                "text/plain")))
                .at(
                        "/late",
                        request -> Mono.just(
                                Answer.stream(Flux.error(new HttpError(404, "not here")), "application/json")))
                .at("/thread", request -> Mono.fromSupplier(() -> Answer.stream(
                                Flux.defer(() -> Flux.just(
                                        Thread.currentThread().getName().getBytes(StandardCharsets.UTF_8))),
                                "text/plain"))
                        .subscribeOn(workers.single("elsewhere")))
                .at("/broken", request -> Mono.error(new IllegalStateException("a fault of ours")))
                .below("/tree/", request -> Mono.just(Answer.text(200, request.path())))
                .build();
        return new Listener(
                new InetSocketAddress("127.0.0.1", 0),
                limits,
                routes,
                workers.threads("http", false),
                workers.single("http-timer"));
    }

    private Wire connect() throws IOException {
        if (address.getPort() == 0) {
            address = Objects.requireNonNull(listener.start().block(LIMIT));
        }
        return new Wire(address);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static String last(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    }

    @AfterEach
    void nothingIsLeft() {
        listener.close().block(LIMIT);
        await().atMost(LIMIT).until(() -> waiting.get() == 0);
        workers.close(Duration.ofSeconds(10)).block(LIMIT);
        assertThat(workers.liveThreads()).isZero();
        await().atMost(LIMIT).until(() -> listener.connections() == 0);
    }

    @Test
    void answersRequestsOfOneConnectionInTurn() throws IOException {
        try (Wire wire = connect()) {
            wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst" + last("/tree/a%2Fb"));
            assertThat(wire.rest()).contains("\r\n\r\nfirstHTTP/1.1 200 OK").endsWith("/tree/a/b");
        }
    }

    @Test
    void readsBodiesInChunks() throws IOException {
        try (Wire wire = connect()) {
            wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
            wire.send("3\r\nabc\r\n").send("2\r\nde\r\n0\r\n\r\n");
            assertThat(wire.rest()).endsWith("\r\n\r\nabcde");
        }
    }

    @Test
    void redirectsToTheShortestPath() throws IOException {
        try (Wire wire = connect()) {
            wire.send(last("//tree//x?a=b"));
            assertThat(wire.rest()).startsWith("HTTP/1.1 301").contains("\r\nLocation: /tree/x?a=b\r\n");
        }
        try (Wire wire = connect()) {
            wire.send(last("/tree"));
            assertThat(wire.rest()).startsWith("HTTP/1.1 301").contains("\r\nLocation: /tree/\r\n");
        }
    }

    @Test
    void unknownPathsAreNotFoundWithoutABody() throws IOException {
        try (Wire wire = connect()) {
            wire.send(last("/nope"));
            assertThat(wire.rest())
                    .startsWith("HTTP/1.1 404")
                    .endsWith("content-length: 0\r\nconnection: close\r\n\r\n");
        }
    }

    @Test
    void compressesOnlyForThoseWhoAsk() throws IOException {
        try (Wire wire = connect()) {
            wire.send("GET /json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n");
            assertThat(wire.rest())
                    .containsIgnoringCase("content-encoding: gzip")
                    .doesNotContain("aaaa");
        }
        try (Wire wire = connect()) {
            wire.send(last("/json"));
            assertThat(wire.rest())
                    .doesNotContainIgnoringCase("content-encoding")
                    .contains("aaaa");
        }
    }

    @Test
    void neverCompressesAStream() throws IOException {
        try (Wire wire = connect()) {
            wire.send("GET /ticks HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            assertThat(wire.until("tick 3\n")).doesNotContainIgnoringCase("content-encoding");
        }
        await().atMost(LIMIT).until(() -> waiting.get() == 0);
    }

    @Test
    void anErrorBeforeTheFirstPartOfAStreamIsAnAnswer() throws IOException {
        try (Wire wire = connect()) {
            wire.send(last("/late"));
            assertThat(wire.rest()).startsWith("HTTP/1.1 404").endsWith("\r\n\r\nnot here");
        }
    }

    /** Whoever made the answer has other things to do, and the end of the connection can not come in between. */
    @Test
    void answersAreWrittenOnTheThreadOfTheirConnection() throws IOException {
        try (Wire wire = connect()) {
            wire.send(last("/thread"));
            assertThat(wire.rest()).startsWith("HTTP/1.1 200").contains("agent-http-");
        }
    }

    @Test
    void aFaultOfOursIsAnAnswerToo() throws IOException {
        try (Wire wire = connect()) {
            wire.send(last("/broken"));
            assertThat(wire.rest()).startsWith("HTTP/1.1 500").endsWith("\r\n\r\na fault of ours");
        }
    }

    @Test
    void whoGoesTakesItsRequestAlong() throws IOException {
        Wire closed = connect();
        Wire broken = connect();
        try (Wire half = connect()) {
            closed.send(get("/forever"));
            half.send(get("/forever"));
            broken.send(get("/forever"));
            await().atMost(LIMIT).until(() -> waiting.get() == 3);
            half.endOutput();
            await().atMost(LIMIT).until(() -> waiting.get() == 2);
            broken.reset();
            await().atMost(LIMIT).until(() -> waiting.get() == 1);
            closed.close();
            await().atMost(LIMIT).until(() -> waiting.get() == 0);
        }
    }

    @Test
    void closingEndsRequestsThatWait() throws IOException {
        try (Wire wire = connect()) {
            wire.send(get("/forever"));
            await().atMost(LIMIT).until(() -> waiting.get() == 1);
            listener.close().block(LIMIT);
            assertThat(wire.rest()).isEmpty();
        }
    }

    @Test
    void aSlowHeadIsCutOff() throws IOException {
        listener = listener(HASTY);
        try (Wire wire = connect()) {
            wire.send("GET /echo HTTP/1.1\r\nHo");
            long begin = System.nanoTime();
            assertThat(wire.rest()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aSlowBodyIsRefused() throws IOException {
        listener = listener(HASTY);
        try (Wire wire = connect()) {
            wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            assertThat(wire.rest()).startsWith("HTTP/1.1 408");
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        listener = listener(HASTY);
        try (Wire silent = connect();
                Wire served = connect()) {
            served.send(get("/tree/x"));
            served.until("/tree/x");
            assertThat(served.rest()).isEmpty();
            assertThat(silent.rest()).isEmpty();
        }
    }

    @Test
    void whoReadsNothingIsLetGo() throws IOException {
        listener = listener(HASTY);
        try (Wire wire = connect()) {
            wire.send(get("/flood"));
            await().atMost(LIMIT).until(() -> waiting.get() == 1);
            await().atMost(LIMIT).until(() -> waiting.get() == 0);
        }
    }

    @Test
    void whatIsTooLargeIsRefused() throws IOException {
        listener = listener(HttpLimits.DEFAULT.withSizes(2000, 10));
        try (Wire body = connect();
                Wire chunked = connect();
                Wire head = connect()) {
            body.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n");
            assertThat(body.until("\r\n\r\n")).startsWith("HTTP/1.1 413");
            chunked.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n");
            assertThat(chunked.until("\r\n\r\n")).startsWith("HTTP/1.1 413");
            head.send("GET /echo HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(3000) + "\r\n\r\n");
            assertThat(head.until("\r\n")).startsWith("HTTP/1.1 4");
        }
    }

    @Test
    void tooManyConnectionsOfOneClientAreTurnedAway() throws IOException {
        listener = listener(HttpLimits.DEFAULT.withConnections(100, 2));
        Wire two = connect();
        try (Wire one = connect()) {
            one.send(get("/tree/1")).until("/tree/1");
            two.send(get("/tree/2")).until("/tree/2");
            try (Wire three = connect()) {
                assertThat(three.rest()).startsWith("HTTP/1.1 429");
            }
            two.close();
            await().atMost(LIMIT).until(() -> listener.connections() == 1);
            try (Wire four = connect()) {
                assertThat(four.send(last("/tree/4")).rest()).endsWith("/tree/4");
            }
        }
    }

    @Test
    void aBrokenEscapeIsRefused() throws IOException {
        try (Wire wire = connect()) {
            assertThat(wire.send(last("/tree/%zz")).rest()).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void anAddressThatIsTakenFailsTheStart() throws IOException {
        connect().close();
        Listener second = new Listener(
                address,
                HttpLimits.DEFAULT,
                Router.builder().build(),
                workers.threads("http", false),
                workers.single("http-timer"));
        assertThatThrownBy(() -> second.start().block(LIMIT)).hasRootCauseMessage("Address already in use");
        second.close().block(LIMIT);
    }

    @Test
    void closingLeavesNoSocketOpen() throws IOException {
        long before = sockets(Path.of("/proc/self/fd"));
        try (Wire wire = connect()) {
            wire.send(get("/tree/1")).until("/tree/1");
        }
        listener.close().block(LIMIT);
        workers.close(Duration.ofSeconds(10)).block(LIMIT);
        await().atMost(LIMIT).until(() -> sockets(Path.of("/proc/self/fd")) <= before);
    }

    private static long sockets(Path fds) throws IOException {
        try (Stream<Path> open = Files.list(fds)) {
            return open.filter(Files::isSymbolicLink)
                    .filter(ListenerTest::isSocket)
                    .count();
        }
    }

    private static boolean isSocket(Path fd) {
        try {
            String target = Files.readSymbolicLink(fd).toString();
            return target.startsWith("socket:") || target.startsWith("anon_inode:");
        } catch (IOException e) {
            return false;
        }
    }
}
