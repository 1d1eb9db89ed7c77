package io.outrider.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.Launched;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** One {@code outrider agent} on a data directory that others had before and will have after it. */
final class ServedAgent implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("ready: (http://[^, ]+),");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Launched process;

    ServedAgent(Path dir) {
        process = Launched.start(
                dir,
                Map.of(),
                Launched.command(
                        "agent",
                        "-node",
                        "fire",
                        "-http-port",
                        "0",
                        "-data-dir",
                        dir.resolve("data").toString()));
    }

    /** An answer that came whole. */
    record Answer(int status, JsonNode body, long index) {}

    ServedAgent awaitReady() {
        process.await(() -> READY.matcher(process.err()).find(), "the agent is ready");
        return this;
    }

    /** Sends a request; fails with {@link IOException} if the agent dies before the answer is here. */
    Answer ask(String method, String path, String body) throws IOException, InterruptedException {
        Matcher ready = READY.matcher(process.err());
        assertThat(ready.find()).isTrue();
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(ready.group(1) + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        JsonNode read = answer.body().startsWith("{") || answer.body().startsWith("[")
                ? Json.mapper().readTree(answer.body())
                : Json.mapper().valueToTree(answer.body());
        long index = answer.headers().firstValueAsLong("X-Nomad-Index").orElse(0);
        return new Answer(answer.statusCode(), read, index);
    }

    /** What a {@code GET} that must succeed answers. */
    JsonNode get(String path) throws IOException, InterruptedException {
        Answer answer = ask("GET", path, "");
        assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Waits for something that is asked for again and again. */
    void await(String what, Check check) {
        Awaitility.await(what)
                .dontCatchUncaughtExceptions()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(check::run);
    }

    /** Something that may not hold yet. */
    interface Check {
        void run() throws Exception;
    }

    /** Ends it as nobody should, when so much time has passed. */
    void killAfter(Duration time) throws InterruptedException {
        process.process().waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(process.process().isAlive()).as("lives: %s", process.err()).isTrue();
        process.process().destroyForcibly();
        assertThat(process.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Ends it in order. */
    void end() {
        process.signal("TERM");
        assertThat(process.exitCode()).as(process.err()).isZero();
    }

    String errors() {
        return process.err();
    }

    @Override
    public void close() {
        process.close();
    }
}
