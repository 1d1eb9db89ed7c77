package io.outrider.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.state.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;

/** The log over HTTP: a request that is answered stands in it, whoever watches. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MonitorTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ASKED = "/v1/agent/health";

    private final NodeAgent agent;

    MonitorTest(@TempDir Path folder) {
        agent = NodeAgent.create(NodeAgentConfig.builder(folder.resolve("data"))
                .controlPlane(true)
                .http(HttpConfig.local().at("127.0.0.1", 0))
                .build());
    }

    @BeforeAll
    void start() {
        agent.start().block(PATIENCE);
    }

    @AfterAll
    void close() {
        agent.close().block(PATIENCE);
    }

    private HttpURLConnection open(String path) throws IOException {
        int port = agent.httpAddress().orElseThrow().getPort();
        HttpURLConnection connection = (HttpURLConnection) new URL("http://127.0.0.1:" + port + path).openConnection();
        connection.setReadTimeout((int) PATIENCE.toMillis());
        return connection;
    }

    /** The first line that tells of a request which is made again and again until it is told. */
    private String told(String query, boolean framed) throws IOException {
        HttpURLConnection monitor = open("/v1/agent/monitor?" + query);
        CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> find(monitor, framed));
        await().atMost(PATIENCE).until(() -> {
            assertThat(open(ASKED).getResponseCode()).isEqualTo(200);
            return line.isDone();
        });
        monitor.disconnect();
        return line.join();
    }

    private static String find(HttpURLConnection monitor, boolean framed) {
        try (InputStream in = monitor.getInputStream()) {
            return framed ? frame(in) : line(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                .lines()
                .filter(line -> line.contains(ASKED))
                .findFirst()
                .orElseThrow();
    }

    private static String frame(InputStream in) {
        MappingIterator<JsonNode> frames =
                Json.mapper().readerFor(JsonNode.class).readValues(in);
        while (frames.hasNext()) {
            JsonNode frame = frames.next();
            String data = frame.has("Data") ? new String(frame.path("Data").binaryValue(), StandardCharsets.UTF_8) : "";
            if (data.contains(ASKED)) {
                assertThat(frame.path("FileEvent").asString()).isEqualTo("log");
                return data;
            }
        }
        throw new AssertionError("the frames ended");
    }

    @Test
    void linesArePlainText() throws IOException {
        assertThat(told("log_level=debug&plain=true", false))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\[DEBUG] http: request complete:"
                        + " method=GET path=/v1/agent/health duration=[0-9.]+(ns|µs|ms|s)");
    }

    @Test
    void linesAreObjects() throws IOException {
        JsonNode line = Json.mapper().readTree(told("log_level=DEBUG&plain=true&log_json=true", false));
        assertThat(line.path("@module").asString()).isEqualTo("http");
        assertThat(line.path("@level").asString()).isEqualTo("debug");
        assertThat(line.path("@message").asString()).isEqualTo("request complete");
        assertThat(line.path("path").asString()).isEqualTo(ASKED);
        assertThat(line.path("duration").isIntegralNumber()).isTrue();
    }

    @Test
    void linesComeInFramesWhereNotAskedOtherwise() throws IOException {
        assertThat(told("log_level=debug", true))
                .contains("[DEBUG] http: request complete")
                .endsWith("\n");
    }

    @Test
    void wrongWishesAreRefused() throws IOException {
        assertThat(open("/v1/agent/monitor?log_level=loud").getResponseCode()).isEqualTo(400);
        assertThat(open("/v1/agent/monitor?node_id=a&server_id=b").getResponseCode())
                .isEqualTo(400);
        assertThat(open("/v1/agent/monitor?server_id=nope").getResponseCode()).isEqualTo(400);
    }
}
