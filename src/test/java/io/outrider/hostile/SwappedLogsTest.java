package io.outrider.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A task of nobody's swaps what lies in the folder of logs, while the agent and the drain in it are root. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class SwappedLogsTest {

    private static final String SECRET = "only root may know\n";

    @TempDir
    private Path temp;

    private Path victims;
    private Path victim;

    /** In the alloc's folder {@code alloc}; {@code VICTIM} is a file of root's, {@code VICTIMS} the folder it is in. */
    enum Attack {
        LINKS_FOR_FIFOS("""
                cd ../logs
                for fd in stdout stderr; do
                  for name in .web.$fd.fifo web.$fd.fifo .web.$fd.index .web.$fd.index.new; do
                    rm -f $name
                    ln -s VICTIM $name
                  done
                done"""),
        LINKS_FOR_SEGMENTS("""
                cd ../logs
                rm -f web.*
                for n in $(seq 0 120); do ln -s VICTIM web.stdout.$n; done"""),
        FIFOS_FOR_SEGMENTS("""
                cd ../logs
                rm -f web.*
                for n in $(seq 0 120); do mkfifo web.stdout.$n; done"""),
        FOLDERS_FOR_SEGMENTS("""
                cd ../logs
                rm -f web.*
                for n in $(seq 0 120); do mkdir -p web.stdout.$n/full; done"""),
        OWN_FILES_FOR_SEGMENTS("""
                cd ../logs
                rm -f web.*
                for n in $(seq 0 120); do echo forged > web.stdout.$n; done"""),
        FAR_NUMBERS("""
                cd ../logs
                mv web.stdout.0 web.stdout.999999999
                truncate -s 1T web.stdout.999999999999999999 web.stdout.1"""),
        LINKS_FOR_FOLDERS_OF_THE_TASK("""
                cd "$NOMAD_TASK_DIR/.."
                mv local local-$$
                ln -s VICTIMS local
                mv tmp tmp-$$
                ln -s VICTIMS tmp"""),
        LINK_FOR_THE_FOLDER("""
                cd ..
                mv logs gone-$$
                ln -s VICTIMS logs"""),
        FILE_FOR_THE_FOLDER("""
                cd ..
                mv logs gone-$$
                echo > logs"""),
        NOTHING_FOR_THE_FOLDER("""
                cd ..
                rm -rf logs""");

        private final String script;

        Attack(String script) {
            this.script = script;
        }
    }

    @BeforeEach
    void makeVictims() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("needs root: only then has the agent more rights than its tasks")
                .isEqualTo("root");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwx--x--x"));
        victims = Files.createDirectory(temp.resolve("victims"));
        Files.setPosixFilePermissions(victims, PosixFilePermissions.fromString("rwx------"));
        victim = Files.writeString(victims.resolve("web.stdout.0"), SECRET);
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void victimIsUntouched() throws IOException {
        if (victim == null) {
            return;
        }
        assertThat(victim).hasContent(SECRET);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victims)))
                .isEqualTo("rwx------");
        assertThat(Files.getOwner(victims).getName()).isEqualTo("root");
        try (var files = Files.list(victims)) {
            assertThat(files).containsExactly(victim);
        }
    }

    @ParameterizedTest
    @EnumSource
    void neitherWritesNorTellsWhatTheTaskMayNotAndTheTaskGoesOn(Attack attack) throws IOException {
        String script = attack.script.replace("VICTIMS", victims.toString()).replace("VICTIM", victim.toString());
        try (HostileTask task = new HostileTask(temp.resolve("data"), script)) {
            task.awaitOutput("run 2 as nobody");
            assertSound(task);
            goesOn(task);

            attackAgain(task);
            goesOn(task);
            attackAgain(task);
            task.restartAgent();
            goesOn(task);

            assertSound(task);
            assertThat(Files.readAllLines(task.folder("alloc/data/runs"))).hasSize(2);
            assertThat(task.folder("alloc/logs")).isDirectory();
            assertThat(Files.isSymbolicLink(task.folder("alloc/logs"))).isFalse();
        }
    }

    private static void attackAgain(HostileTask task) throws IOException {
        Path done = task.folder("alloc/data/done");
        Files.deleteIfExists(done);
        Files.writeString(task.folder("alloc/data/again"), "");
        Awaitility.await("the second attack").atMost(Duration.ofSeconds(60)).until(() -> Files.exists(done));
    }

    private static void goesOn(HostileTask task) {
        long count = task.count();
        Awaitility.await("readers get new output")
                .atMost(Duration.ofSeconds(60))
                .until(() -> task.count() > count + 3);
    }

    private static void assertSound(HostileTask task) throws IOException {
        assertThat(task.output()).doesNotContain(SECRET.strip()).doesNotContain("forged");
        Path own = task.folder("../../logs");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(own.toRealPath(), LinkOption.NOFOLLOW_LINKS)))
                .isEqualTo("rwx------");
    }
}
