package io.outrider.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gates of the build bite. One run of the real Maven builds small modules whose parent is the root pom and whose
 * dependencies are those of {@code streams}: a clean one, which must pass, and one for each planted violation.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BuildGatesTest {

    private static final String PACKAGE_INFO = """
            /** Planted. */
            @NullMarked
            package io.outrider.streams.planted;

            import org.jspecify.annotations.NullMarked;
            """;

    private static final Map<String, String> SOURCES = sources();

    private final Map<String, String> outputs = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    @BeforeAll
    void build(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(findsMaven(), "mvn is not on the PATH: the gates of the build were not tried");
        writeProject(folder);
        split(runMaven(folder));
    }

    @Test
    void cleanModulePasses() {
        assertThat(outputs.get("clean")).contains("compile").doesNotContain("ERROR");
        assertThat(failures).doesNotContainKey("clean").hasSize(SOURCES.size() - 1);
    }

    @Test
    void nullAwayRefusesANullReturn() {
        assertThat(failures.get("nullaway")).contains("maven-compiler-plugin");
        assertThat(outputs.get("nullaway"))
                .contains("[NullAway] returning @Nullable expression from method with @NonNull return type");
    }

    @Test
    void checkstyleRefusesALongMethod() {
        assertThat(failures.get("size")).contains("maven-checkstyle-plugin");
        assertThat(outputs.get("size")).contains("MethodLength").contains("max allowed is 50");
    }

    @Test
    void spotlessRefusesAnotherLayout() {
        assertThat(failures.get("format")).contains("spotless-maven-plugin", "format violations", "Planted.java");
    }

    @Test
    void upwardModuleImportDoesNotCompile() {
        assertThat(failures.get("upward")).contains("maven-compiler-plugin");
        assertThat(outputs.get("upward")).contains("package io.outrider.state.model does not exist");
    }

    @Test
    void bareSubscribeIsRefused() {
        assertThat(failures.get("subscribe")).contains("maven-checkstyle-plugin");
        assertThat(outputs.get("subscribe")).contains("No bare subscribe(): use a Scope.");
    }

    private static Map<String, String> sources() {
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("clean", type("    String name() {\n        return \"planted\";\n    }\n"));
        bodies.put("nullaway", type("    String name() {\n        return null;\n    }\n"));
        bodies.put(
                "size", type("    int count(int n) {\n" + "        n++;\n".repeat(60) + "        return n;\n    }\n"));
        bodies.put("format", type("  String name()\n  { return \"planted\"; }\n"));
        bodies.put("upward", type("    Object job() {\n        return io.outrider.state.model.Job.class;\n    }\n"));
        bodies.put(
                "subscribe",
                type("    void start(reactor.core.publisher.Mono<String> work) {\n        work."
                        + "subscribe();\n    }\n"));
        return bodies;
    }

    private static String type(String body) {
        return "package io.outrider.streams.planted;\n\nfinal class Planted {\n" + body + "}\n";
    }

    private static void writeProject(Path folder) throws IOException {
        String modules = "";
        for (Map.Entry<String, String> module : SOURCES.entrySet()) {
            modules += "<module>" + module.getKey() + "</module>";
            Path sources = folder.resolve(module.getKey()).resolve("src/main/java/io/outrider/streams/planted");
            Files.createDirectories(sources);
            Files.writeString(sources.resolve("package-info.java"), PACKAGE_INFO);
            Files.writeString(sources.resolve("Planted.java"), module.getValue());
            Files.writeString(folder.resolve(module.getKey()).resolve("pom.xml"), pom(folder, module.getKey()));
        }
        Files.writeString(folder.resolve("pom.xml"), """
                <project><modelVersion>4.0.0</modelVersion><groupId>planted</groupId><artifactId>planted</artifactId>
                <version>1</version><packaging>pom</packaging><modules>%s</modules></project>
                """.formatted(modules));
        Files.createDirectory(folder.resolve(".mvn"));
        Files.copy(House.root().resolve(".mvn/jvm.config"), folder.resolve(".mvn/jvm.config"));
    }

    /** The pom of {@code streams} under another name: same parent, same class path. */
    private static String pom(Path folder, String module) throws IOException {
        Path parentPom = folder.toRealPath()
                .resolve(module)
                .relativize(House.root().toRealPath().resolve("pom.xml"));
        String parent = "<relativePath>" + parentPom + "</relativePath></parent>";
        return Files.readString(House.root().resolve("streams/pom.xml"))
                .replaceFirst("</parent>", Matcher.quoteReplacement(parent))
                .replaceFirst("outrider-streams", "planted-" + module)
                .replaceFirst("Outrider :: streams", module);
    }

    private static String runMaven(Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-o", "-B", "-fae", "-Droot.dir=" + House.root()));
        String repository = System.getProperty("localRepository");
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        command.add("test-compile");
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().remove("MAVEN_ARGS");
        Process maven = builder.start();
        try {
            assertThat(maven.waitFor(100, TimeUnit.SECONDS))
                    .as("Maven ended in time")
                    .isTrue();
        } finally {
            maven.destroyForcibly();
        }
        return Files.readString(output);
    }

    /** Maven says which module it builds; what follows is about that one. */
    private void split(String output) {
        Matcher heads = Pattern.compile("Building (\\w+) 0\\.1\\.0.*").matcher(output);
        String module = "none";
        int from = 0;
        while (heads.find()) {
            outputs.put(module, output.substring(from, heads.start()));
            module = heads.group(1);
            from = heads.end();
        }
        int end = output.indexOf("Reactor Summary", from);
        outputs.put(module, output.substring(from, end < 0 ? output.length() : end));
        Matcher failed = Pattern.compile(
                        "Failed to execute goal .* on project planted-(\\w+): .*(?:\\R\\[ERROR\\]  .*)*")
                .matcher(output);
        while (failed.find()) {
            failures.put(failed.group(1), failed.group());
        }
        assertThat(outputs.keySet()).as("modules in: %s", output).containsAll(SOURCES.keySet());
    }

    private static boolean findsMaven() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":")).anyMatch(folder -> Files.isExecutable(Path.of(folder, "mvn")));
    }
}
