package io.outrider.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.Launched;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/**
 * What people have already works against an agent unchanged: programs with clients of other makers, in
 * {@code src/test/clients}. Those clients are fetched by {@code src/test/clients/fetch}; what is not there is skipped.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StockClientsTest {

    private static final Pattern READY = Pattern.compile("ready: (http://[^, ]+),");
    private static final Path SOURCES = Launched.ROOT.resolve("src/test/clients");
    private static final Path FETCHED = Launched.ROOT.resolve("target/clients");

    private static final Duration LONG = Duration.ofMinutes(3);

    /** Writes a line again and again, and a file beside. */
    private static final String SCRIPT =
            "echo a note >$NOMAD_TASK_DIR/note.txt; n=0; while :; do echo line $n; n=$((n+1)); sleep 0.1; done";

    private final Path folder;
    private List<Launched> agents = List.of();
    private String url = "";

    StockClientsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @BeforeAll
    void startAgent() {
        Launched agent = Launched.start(
                folder,
                Map.of("TMPDIR", folder.toString()),
                Launched.command("agent", "-dev", "-http-port", "0", "-node", "stock"));
        agents = List.of(agent);
        agent.await(() -> READY.matcher(agent.err()).find(), "the agent is ready");
        Matcher ready = READY.matcher(agent.err());
        assertThat(ready.find()).isTrue();
        url = ready.group(1);
    }

    @AfterAll
    void endAgent() {
        for (Launched agent : agents) {
            agent.signal("TERM");
            assertThat(agent.exitCode()).as(agent.err()).isZero();
            agent.close();
        }
        Launched.unmountBelow(folder);
    }

    @Test
    @Timeout(240)
    void goModule() throws InterruptedException {
        require("go", List.of(FETCHED.resolve("go").toString()), Map.of(), "events");
    }

    /** This client knows no event stream. */
    @Test
    @Timeout(240)
    void javaSdk() throws InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                FETCHED.resolve("java") + "/*",
                SOURCES.resolve("java/SdkClient.java").toString());
        require("java", command, Map.of());
    }

    @Test
    @Timeout(240)
    void pythonNomad() throws InterruptedException {
        List<String> command =
                List.of("python3", SOURCES.resolve("python/client.py").toString());
        require(
                "python",
                command,
                Map.of("PYTHONPATH", FETCHED.resolve("python").toString()),
                "events");
    }

    /** Clients ask the node for files and logs there. */
    @Test
    @Timeout(60)
    void nodeTellsWhereItAnswers() throws IOException {
        JsonNode nodes = get("/v1/nodes");
        JsonNode node = get("/v1/node/" + nodes.path(0).path("ID").asString(""));
        assertThat("http://" + node.path("HTTPAddr").asString("")).isEqualTo(url);
    }

    private JsonNode get(String path) throws IOException {
        try (InputStream answer = URI.create(url + path).toURL().openStream()) {
            return Json.mapper().readTree(answer);
        }
    }

    private void require(String client, List<String> command, Map<String, String> environment, String... more)
            throws InterruptedException {
        assumeTrue(
                Files.exists(FETCHED.resolve(client)),
                () -> "no " + client + " client in " + FETCHED + ": " + SOURCES + "/fetch gets it");
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(url, SCRIPT));
        try (Launched run = Launched.start(folder, environment, all)) {
            assertThat(run.process().waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                    .as("ends: %s%s", run.out(), run.err())
                    .isTrue();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.lines())
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of("register", "list", "status", "logs", "files", "blocking", "stop"),
                                    Stream.of(more))
                            .map(step -> "ok " + step)
                            .toList());
        }
    }
}
