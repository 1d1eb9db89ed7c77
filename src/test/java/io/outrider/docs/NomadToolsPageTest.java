package io.outrider.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.Launched;
import java.io.IOException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The commands of docs/nomad-tools.md, run as they stand but for the port. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
final class NomadToolsPageTest {

    private static final String START = "./outrider agent -dev\n";
    private static final String ADDRESS = "http://127.0.0.1:4646";
    private static final Pattern READY = Pattern.compile("ready: (http://[^, ]+),");
    private static final Duration LONG = Duration.ofMinutes(3);

    private final Path temp;

    NomadToolsPageTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    @Test
    void commandsDoWhatThePageSays() throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":")).anyMatch(dir -> Files.isExecutable(Path.of(dir, "curl"))),
                "no curl on the PATH: the commands of the page cannot be run");
        Path agentDir = Files.createDirectory(temp.resolve("agent"));
        try (Launched agent = Launched.start(
                agentDir,
                Map.of("TMPDIR", agentDir.toString()),
                Launched.command("agent", "-dev", "-http-port", "0"))) {
            agent.await(() -> READY.matcher(agent.err()).find(), "the agent is ready");
            Matcher ready = READY.matcher(agent.err());
            assertThat(ready.find()).isTrue();
            runCommands(ready.group(1));
            agent.signal("TERM");
            assertThat(agent.exitCode()).as(agent.err()).isZero();
        }
    }

    private void runCommands(String address) throws IOException, InterruptedException {
        List<String> blocks = new ArrayList<>(Page.of("nomad-tools.md").blocks("sh"));
        assertThat(blocks.remove(0)).isEqualTo(START);
        assertThat(blocks.get(0)).contains(ADDRESS);
        Path place = Files.createDirectory(temp.resolve("checkout"));
        for (String name : List.of("outrider", "examples")) {
            Files.createSymbolicLink(place.resolve(name), Launched.ROOT.resolve(name));
        }
        String script = "set -ex\n" + String.join("", blocks).replace(ADDRESS, address);
        try (Launched run = Launched.start(place, Map.of(), List.of("bash", "-c", script))) {
            assertThat(run.process().waitFor(LONG.toSeconds(), TimeUnit.SECONDS))
                    .as("ends: %s%s", run.out(), run.err())
                    .isTrue();
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).contains("Hello, world!\n3 ...\n", "greet.stdout.0", "\"Topic\":\"Job\"");
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        assertThat(Page.of("nomad-tools.md").broken()).isEmpty();
    }
}
