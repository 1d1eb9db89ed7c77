package io.outrider.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.TestReporter;

/**
 * The program that plays recordings of the reference. Without it or Python a test is skipped; in CI the data must be
 * there.
 */
final class Replay {

    /** What was recorded. */
    static final Path GOLDEN = Path.of(System.getProperty("outrider.root"), "../shared/golden");
    /** Which of that is not played, and what is better on purpose. */
    static final Path LISTS = Path.of(System.getProperty("outrider.root"), "src/test/resources/golden");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Path folder;
    private final long limitSeconds;

    private Replay(Path folder, Duration limit) {
        this.folder = folder;
        this.limitSeconds = limit.toSeconds();
    }

    /**
     * @param folder takes the output
     * @param limit time that one run may take
     */
    static Replay within(Path folder, Duration limit) throws InterruptedException {
        boolean data = Files.isExecutable(GOLDEN.resolve("replay"));
        assertThat(data || System.getenv("CI") == null)
                .as("recordings in %s", GOLDEN)
                .isTrue();
        assumeTrue(data, () -> "no recordings in " + GOLDEN);
        assumeTrue(hasPython(), "no python3 on the PATH: recordings cannot be played");
        return new Replay(folder, limit);
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            Process python = new ProcessBuilder("python3", "--version")
                    .redirectErrorStream(true)
                    .start();
            return python.waitFor(30, TimeUnit.SECONDS) && python.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for an agent's first answer: that takes longer in a new JVM than the program waits for any. */
    static void awaitAnswer(String url) {
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .dontCatchUncaughtExceptions()
                .until(() -> answers(url + "/v1/nodes"));
    }

    private static boolean answers(String url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.setReadTimeout((int) ANSWER.toMillis());
        try {
            return connection.getResponseCode() == 200;
        } finally {
            connection.disconnect();
        }
    }

    /** Plays what is asked for; fails unless something was played and all of it is as recorded. Reports the counts. */
    void requireEqual(TestReporter reporter, String what, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> lines = play(arguments);
        String counts = lines.get(lines.size() - 1);
        reporter.publishEntry(what, counts);
        assertThat(counts).as(String.join("\n", lines)).matches("[1-9][0-9]* ok, .*");
        assertThat(lines.stream().filter(Replay::isWrong).toList())
                .as("neither listed nor equal:%n%s", String.join("\n", lines))
                .isEmpty();
    }

    private static boolean isWrong(String line) {
        return line.startsWith("differs") || line.startsWith("error");
    }

    /** All lines but those of what was equal or left out. */
    private List<String> play(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("python3", LISTS.resolve("replay_plain.py").toString()));
        command.addAll(arguments);
        Path output = Files.createTempFile(folder, "replay-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("GOLDEN", GOLDEN.toRealPath().toString());
        Process running = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(running.waitFor(limitSeconds, TimeUnit.SECONDS))
                    .as("the replay ends within %d s", limitSeconds)
                    .isTrue();
        } finally {
            running.destroy();
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(output));
        assertThat(lines).as("output of %s", command).isNotEmpty();
        lines.removeIf(line -> line.startsWith("skipped ") || line.startsWith("ok "));
        return lines;
    }
}
