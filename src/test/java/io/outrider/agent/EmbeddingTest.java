package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The program of examples/embed, compiled and run as it stands there. */
@Execution(ExecutionMode.CONCURRENT)
final class EmbeddingTest {

    private final Path temp;

    EmbeddingTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    @Test
    void twoAgentsInOneJvmLeaveNothingBehind() throws IOException {
        Path classes = compile("examples/embed/TwoAgents.java");
        Path report = temp.resolve("report");
        try (Launched run = Launched.start(temp, Map.of(), command(classes, report))) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.lines())
                    .contains("red says: I run on red", "blue says: I run on blue", "red ended: complete")
                    .contains("red event: Started", "blue event: Terminated");
        }
        List<String> left = Files.readAllLines(report);
        List<String> last = left.subList(left.size() - 4, left.size());
        // "JNA Cleaner" is JNA's own, one for the whole JVM however many agents there were, and only JNA can end it.
        assertThat(last.get(0)).isEqualTo("threads [JNA Cleaner, main]");
        assertThat(last.get(1)).isEqualTo("children 0");
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(temp.toString());
        assertThat(last.get(2)).isEqualTo(left.get(2));
        assertThat(last.get(3))
                .isEqualTo(left.get(3))
                .doesNotContain(temp.resolve("red").toString());
    }

    @Test
    void programOfTheReadmeRunsAJobFileAndPrintsItsEvents() throws IOException {
        String readme = Files.readString(Launched.ROOT.resolve("README.md"));
        int begin = readme.indexOf("```java\n") + "```java\n".length();
        Path source =
                Files.writeString(temp.resolve("RunFile.java"), readme.substring(begin, readme.indexOf("```", begin)));
        List<String> command = List.of(
                java(),
                "-cp",
                compile(source.toString()) + ":" + System.getProperty("java.class.path"),
                "RunFile",
                Launched.ROOT.resolve("examples/hello.nomad.hcl").toString(),
                temp.resolve("data").toString());
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.lines())
                    .anyMatch(line -> line.matches("\\S+:\\d+ Started greet"))
                    .anyMatch(line -> line.matches("\\S+:\\d+ Terminated greet"));
        }
        try (Stream<Path> left = Files.list(temp.resolve("data/alloc"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void exampleClosesItsAgentsAndFailsWhenOneCannotStart() throws IOException {
        Path classes = compile("examples/embed/TwoAgents.java");
        Path place = Files.createDirectory(temp.resolve("place"));
        Files.writeString(place.resolve("blue"), "in the way");
        List<String> command = List.of(
                java(), "-cp", classes + ":" + System.getProperty("java.class.path"), "TwoAgents", place.toString());
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.err()).contains("data directory " + place + "/blue cannot be used");
            DataDirLock.take(place.resolve("red"), 1).close();
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private Path compile(String source) {
        Path classes = temp.resolve("classes");
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-proc:none",
                        "-Xlint:all,-classfile",
                        "-Werror",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Launched.ROOT.resolve(source).toString());
        assertThat(code).as("compiles").isZero();
        return classes;
    }

    private List<String> command(Path classes, Path report) {
        return List.of(
                java(),
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-cp",
                classes + ":" + System.getProperty("java.class.path"),
                Leftovers.class.getName(),
                report.toString(),
                "TwoAgents",
                temp.resolve("first").toString(),
                temp.resolve("second").toString());
    }
}
