package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.procfs.ProcTable;
import io.outrider.streams.Scope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands beside a running task. */
@Timeout(120)
final class SideCommandTest {

    private final Bench bench;

    SideCommandTest(@TempDir Path dir) {
        this.bench = new Bench(dir, Optional.empty());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void execRunsInTheTasksPlaceAndIsKilledInTime() {
        TaskConfig config = bench.command(
                Map.of("command", "/bin/sleep", "args", List.of("1000")), Map.of("A", "b c", "PATH", "/usr/bin:/bin"));
        bench.start(config);
        var driver = bench.driver();
        var result = driver.exec(config.id(), List.of("sh", "-c", "echo \"$A\"; pwd; echo no >&2; exit 3"), Bench.LIMIT)
                .block(Bench.LIMIT);
        assertThat(new String(result.stdout(), StandardCharsets.UTF_8)).isEqualTo("b c\n" + bench.taskDir() + "\n");
        assertThat(new String(result.stderr(), StandardCharsets.UTF_8)).isEqualTo("no\n");
        assertThat(result.exit()).isEqualTo(ExitResult.exited(3));

        var big = driver.exec(config.id(), List.of("seq", "1", "20000"), Bench.LIMIT)
                .block(Bench.LIMIT);
        assertThat(big.stdout()).hasSize(4096).endsWith("20000\n".getBytes(StandardCharsets.UTF_8));

        var late = driver.exec(config.id(), List.of("sleep", "987"), Duration.ofMillis(200))
                .block(Bench.LIMIT);
        assertThat(late.exit().message().orElseThrow()).contains("killed: it ran longer than 200 ms");
        Bench.until(() -> ProcTable.scan().all().stream()
                .noneMatch(stat -> ProcTable.commandLine(stat.key().pid()).contains("987")));
        driver.destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void commandsThatHangHoldUpNoOtherTask() {
        TaskConfig config = bench.shell("exec sleep 1000");
        bench.start(config);
        Scope commands = new Scope("commands", (work, error) -> {});
        for (int i = 0; i < 20; i++) {
            commands.add("hangs", bench.driver().exec(config.id(), List.of("sleep", "989"), Duration.ofHours(1)));
        }
        Bench.until(() -> running("989") == 20);
        TaskConfig other = bench.shell("exec sleep 1000");
        TaskHandle handle = bench.prepare(other);
        bench.driver().start(handle, other).block(Duration.ofSeconds(20));
        bench.driver().destroy(other.id(), true).block(Duration.ofSeconds(20));
        commands.close().block(Bench.LIMIT);
        Bench.until(() -> running("989") == 0);
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void commandEndsThoughSomebodyWhoLeftItsSessionKeepsItsOutput() {
        TaskConfig config = bench.shell("exec sleep 1000");
        bench.start(config);
        var result = bench.driver()
                .exec(config.id(), List.of("sh", "-c", "setsid -f sleep 988; echo said"), Bench.LIMIT)
                .block(Duration.ofSeconds(20));
        assertThat(new String(result.stdout(), StandardCharsets.UTF_8)).isEqualTo("said\n");
        assertThat(result.exit()).isEqualTo(ExitResult.exited(0));
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    private static long running(String word) {
        return ProcTable.scan().all().stream()
                .filter(stat -> ProcTable.commandLine(stat.key().pid()).contains(word))
                .count();
    }
}
