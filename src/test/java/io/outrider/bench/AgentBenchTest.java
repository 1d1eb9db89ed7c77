package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Prints what the assembled agent costs, beside what we aim at. Fails when a measurement does not come about or what it
 * measured was not right (a lost task, another hash); a missed target is said, not failed: machines differ.
 */
@Tag("bench")
final class AgentBenchTest {

    private static final long LIMIT_MINUTES = 15;

    @Test
    @Timeout(value = LIMIT_MINUTES, unit = TimeUnit.MINUTES)
    void printsTheTable() throws IOException {
        // Not JUnit's: a socket below it must have a short path.
        Path dir = Files.createTempDirectory("ob");
        Table table = new Table();
        try {
            LauncherFlags flags = new StartFigures(dir).measure(table);
            table.note("every agent here is started with: " + flags);
            table.take("100 tasks", () -> new SpeedFigures(flags, dir).hundredTasks(table));
            table.take("first instruction", () -> new SpeedFigures(flags, dir).firstInstruction(table));
            table.take("exit to event", () -> new SpeedFigures(flags, dir).exitToEvent(table));
            table.take("idle", () -> new IdleFigures(flags, dir).measure(table));
            table.take("commits", () -> new StoreFigures(flags, dir).measure(table));
            table.take("job files", () -> new JobFileFigures(dir).measure(table));
            table.take("log path", () -> new LogFigures(flags, dir).measure(table));
        } finally {
            table.print();
            // An agent that failed has left mounts of its tasks.
            Shell.run("grep -o ' " + dir + "[^ ]*' /proc/mounts | xargs -r umount; rm -rf " + dir);
        }
        assertThat(table.failures()).isEmpty();
    }
}
