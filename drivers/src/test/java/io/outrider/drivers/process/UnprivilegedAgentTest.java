package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.host.User;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** An agent without root: the same promises, kept by sweeps alone. */
class UnprivilegedAgentTest {

    @TempDir
    private Path dir;

    @Test
    void nobodyCanRunTasks() throws IOException, InterruptedException {
        assumeThat(User.ownUid())
                .as("run without root, every other test shows this")
                .isZero();
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path log = dir.resolve("log");
        // May read everything, so that it finds its classes below root's home; may do nothing else that nobody may not.
        Process agent = new ProcessBuilder(
                        new Tools("").need("setpriv", "util-linux"),
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        "--bounding-set=-all,+dac_read_search",
                        "--inh-caps=-all,+dac_read_search",
                        "--ambient-caps=+dac_read_search",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Agent.class.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int code = agent.waitFor();
        assertThat(code).as(Files.readString(log)).isZero();
    }

    /** What runs as nobody. */
    public static final class Agent {

        private Agent() {}

        public static void main(String[] args) throws IOException {
            Path report = Path.of(args[0], "report");
            try (PrintStream out = new PrintStream(report.toFile(), StandardCharsets.UTF_8);
                    Bench bench = new Bench(Path.of(args[0], "bench"), Optional.empty())) {
                assertThat(User.ownUid()).isEqualTo(65534);
                assertThat(Cgroups.detect(Path.of("/proc/self/mounts"), "outrider-nobody"))
                        .isEmpty();
                out.println(exits(bench));
                stops(bench);
                isFound(bench);
                cannotSwitch(bench);
            }
        }

        private static ExitResult exits(Bench bench) {
            TaskConfig config = bench.shell("exit 42");
            bench.start(config);
            ExitResult exit = bench.driver().exit(config.id()).block(Bench.LIMIT);
            assertThat(exit).isEqualTo(ExitResult.exited(42));
            bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
            return exit;
        }

        private static void stops(Bench bench) {
            TaskConfig config = bench.shell("setsid -f sh -c 'echo $$ >>$OUT; sleep 1000'; sleep 1000");
            bench.start(config);
            List<String> strays = bench.out(1);
            bench.driver().stop(config.id(), "", Duration.ofMillis(100)).block(Bench.LIMIT);
            assertThat(strays).noneMatch(pid -> Bench.lives(Integer.parseInt(pid)));
            bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
        }

        private static void isFound(Bench bench) {
            TaskConfig config = bench.shell("sleep 0.2; kill -TERM $$");
            TaskHandle handle = bench.start(config);
            bench.restart();
            assertThat(bench.driver().recover(handle).block(Bench.LIMIT)).isInstanceOf(Recovery.Attached.class);
            assertThat(bench.driver().exit(config.id()).block(Bench.LIMIT)).isEqualTo(ExitResult.signaled(15, false));
            bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
        }

        private static void cannotSwitch(Bench bench) {
            TaskConfig config = Bench.with(bench.shell("exit 0"), Optional.of("daemon"), Optional.empty());
            Mono<String> error = bench.driver()
                    .start(bench.prepare(config), config)
                    .then(Mono.just("started"))
                    .onErrorResume(DriverException.class, e -> Mono.just(String.valueOf(e.getMessage())));
            assertThat(error.block(Bench.LIMIT)).contains("operation not permitted");
        }
    }
}
