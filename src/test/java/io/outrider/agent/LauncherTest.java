package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class LauncherTest {

    private final Path temp;

    LauncherTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void classesComeFromTheArchive() throws IOException {
        run(Map.of(), Launched.command("version"));
        Path log = temp.resolve("classes.log");
        Map<String, String> env = Map.of("OUTRIDER_JAVA_OPTS", "-Xlog:class+load:file=" + log);
        assertThat(run(env, Launched.command("version")).exitCode()).isZero();
        List<String> ours = Files.readAllLines(log).stream()
                .filter(line -> line.contains(" io.outrider.agent.cli.") || line.contains(" picocli."))
                .toList();
        assertThat(ours).hasSizeGreaterThan(20);
        assertThat(ours.stream()
                        .filter(line -> line.contains("shared objects file"))
                        .count())
                .as("classes of ours and picocli's that were mapped, of %s", ours.size())
                .isGreaterThan(ours.size() * 9L / 10);
    }

    @Test
    void worksThroughLinksFromAnywhereAndLeavesArgumentsAlone() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("first"), Launched.ROOT.resolve("outrider"));
        Path second = Files.createSymbolicLink(temp.resolve("second"), Path.of("first"));
        assertThat(Files.isExecutable(link)).isTrue();
        Launched launched = run(Map.of(), List.of(second.toString(), "run", "no * such  $HOME file"));
        assertThat(launched.exitCode()).isEqualTo(1);
        assertThat(launched.err()).contains("file no * such  $HOME file cannot be read: no such file or directory");
    }

    @Test
    void becomesTheJavaProcess() {
        try (Launched launched = Launched.start(
                temp,
                Map.of(),
                List.of("sh", "-c", "mkfifo in; exec \"$0\" run - <> in", Launched.ROOT + "/outrider"))) {
            launched.await(() -> launched.process().info().command().orElse("").endsWith("/java"), "process is java");
            assertThat(launched.process().children()).isEmpty();
        }
    }

    @Test
    void javaThatIsTooOldIsPassedOver() throws IOException {
        Path old = temp.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Files.writeString(old.resolve("bin/java"), "#!/bin/sh\necho too old\nexit 99\n");
        Files.setPosixFilePermissions(old.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Launched launched = run(Map.of("JAVA_HOME", old.toString()), Launched.command("version"));
        assertThat(launched.exitCode()).isZero();
        assertThat(launched.out()).startsWith("Outrider ").doesNotContain("too old");
    }

    @Test
    void checkoutThatMayNotBeWrittenKeepsItsArchiveInTheCache() throws IOException {
        Path home = Files.createDirectory(temp.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        Launched launched = asNobody(
                Map.of("HOME", home.toString(), "JAVA_HOME", otherJava().toString()));
        assertThat(launched.exitCode()).as(launched.err()).isZero();
        try (Stream<Path> files = Files.walk(home.resolve(".cache/outrider"))) {
            assertThat(files.map(Path::toString).filter(name -> name.endsWith(".jsa")))
                    .hasSize(1);
        }
    }

    @Test
    void userWhoCanWriteNowhereRunsWithoutAnArchiveOfItsOwn() throws IOException {
        Launched launched =
                asNobody(Map.of("HOME", "/nonexistent", "JAVA_HOME", otherJava().toString()));
        assertThat(launched.exitCode()).as(launched.err()).isZero();
        assertThat(launched.out()).startsWith("Outrider ");
        assertThat(launched.err()).isEmpty();
    }

    /** The same JDK by another name: nobody has made an archive for it. */
    private Path otherJava() throws IOException {
        return Files.createSymbolicLink(temp.resolve("jdk"), Path.of(System.getProperty("java.home")));
    }

    private Launched asNobody(Map<String, String> env) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to become somebody else");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> command = Stream.concat(
                        Stream.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
                        Launched.command("version").stream())
                .toList();
        Map<String, String> all = new HashMap<>(env);
        all.put("XDG_CACHE_HOME", "");
        Launched launched = run(all, command);
        assumeTrue(!launched.err().contains("Permission denied"), "needs a checkout that others may read");
        return launched;
    }

    @Test
    void lockOfAStartThatDiedBeforeItWroteItsNumberIsTakenOver() throws IOException {
        Path checkout = newCheckout();
        Path lock = Files.createDirectory(checkout.resolve(".outrider-build"));
        Launched launched = firstUse(checkout, tool("mvn", "echo was asked to build; exit 1"));
        assertThat(launched.exitCode()).isEqualTo(1);
        assertThat(launched.err()).contains("waiting for another build", "was asked to build");
        assertThat(lock).doesNotExist();
    }

    @Test
    void lockThatIsGivenBackBetweenTwoLooksIsTaken() throws IOException {
        tool("mvn", "echo was asked to build; exit 1");
        Path met = temp.resolve("met");
        String script =
                "case $1 in */.outrider-build) [ -e %s ] || { touch %s; exit 1; } ;; esac; PATH=%s mkdir \"$@\"";
        Path tools = tool("mkdir", script.formatted(met, met, "/usr/bin:/bin"));
        Launched launched = firstUse(newCheckout(), tools);
        assertThat(met).as("one try met the lock of another start").exists();
        assertThat(launched.err()).contains("was asked to build").doesNotContain("cannot write");
    }

    @Test
    void placeThatCannotBeWrittenIsNamed() throws IOException {
        Path tools = tool("mkdir", "case $1 in */.outrider-build) exit 1 ;; esac; PATH=/usr/bin:/bin mkdir \"$@\"");
        Path checkout = newCheckout();
        Launched launched = firstUse(checkout, tools);
        assertThat(launched.exitCode()).isEqualTo(1);
        assertThat(launched.err()).contains("cannot write " + checkout + ", so it cannot build there");
    }

    /** A checkout that has the launcher, and nothing that it could run. */
    private Path newCheckout() throws IOException {
        Path checkout = Files.createDirectory(temp.resolve("checkout"));
        Files.createDirectory(checkout.resolve("agent"));
        Files.copy(Launched.ROOT.resolve("outrider"), checkout.resolve("outrider"));
        return checkout;
    }

    /** A program that comes before that of the machine; gives the folder that it is in. */
    private Path tool(String name, String script) throws IOException {
        Path tools = Files.createDirectories(temp.resolve("tools"));
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return tools;
    }

    private Launched firstUse(Path checkout, Path tools) {
        Map<String, String> env = Map.of("PATH", tools + ":" + System.getenv("PATH"));
        return run(env, List.of("sh", checkout.resolve("outrider").toString(), "version"));
    }

    private Launched run(Map<String, String> env, List<String> command) {
        try (Launched launched = Launched.start(temp, env, command)) {
            launched.exitCode();
            return launched;
        }
    }
}
