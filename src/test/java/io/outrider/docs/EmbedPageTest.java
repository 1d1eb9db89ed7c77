package io.outrider.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.Launched;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The programs of docs/embed.md, compiled as they stand, and run without the libraries for HTTP. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(240)
final class EmbedPageTest {

    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    private final Path temp;

    EmbedPageTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    @Test
    void controlPlaneRunsUpdatesAndStopsAJob() throws IOException {
        assertThat(run("OwnPlane"))
                .anyMatch(line -> line.startsWith("evaluation at "))
                .contains("tick", "all complete");
    }

    @Test
    void feedPlacesAnAllocThatRuns() throws IOException {
        assertThat(run("OwnFeed")).contains("event Started", "event Terminated");
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        assertThat(Page.of("embed.md").broken()).isEmpty();
    }

    private List<String> run(String program) throws IOException {
        String source = Page.of("embed.md").blocks("java").stream()
                .filter(block -> program.equals(name(block)))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(temp.resolve(program + ".java"), source);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", temp.toString(), "-proc:none", "-cp", classPath(), file.toString());
        assertThat(compiled).as("%s compiles", program).isZero();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                temp + File.pathSeparator + classPath(),
                program,
                temp.resolve("data").toString());
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            return run.lines();
        }
    }

    private static String name(String source) {
        Matcher found = CLASS.matcher(source);
        return found.find() ? found.group(1) : "";
    }

    private static String classPath() {
        List<String> all = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        List<String> kept = all.stream().filter(entry -> !isHttp(entry)).toList();
        assertThat(kept).as("without HTTP").hasSizeLessThan(all.size());
        return Stream.of(kept).flatMap(List::stream).collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isHttp(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return name.startsWith("netty-") || name.startsWith("reactor-netty");
    }
}
