package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirLockTest {

    private final Path temp;

    DataDirLockTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void secondHolderIsRefusedAndToldOfTheFirst() throws IOException {
        Path dir = temp.resolve("a/b");
        try (DataDirLock first = DataDirLock.take(dir, 4711)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> DataDirLock.take(dir, 4712))
                    .isInstanceOfSatisfying(AgentException.class, error -> assertThat(error.kind())
                            .isEqualTo(AgentException.Kind.DATA_DIR_IN_USE))
                    .hasMessageContaining(dir.toString())
                    .hasMessageContaining("process 4711");
        }
    }

    /** Tries to take the lock from a process of its own: 0 if it was free. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] args) {
            try {
                DataDirLock.take(Path.of(args[0]), ProcessHandle.current().pid());
            } catch (AgentException refused) {
                System.exit(refused.kind() == AgentException.Kind.DATA_DIR_IN_USE ? 3 : 4);
            }
        }
    }

    @Test
    void firstHolderHoldsOnThoughASecondOneOfItsProcessWasRefused() throws Exception {
        try (DataDirLock first = DataDirLock.take(temp, 4711)) {
            assertThat(takenByAnotherProcess()).as("at first").isEqualTo(3);
            assertThatThrownBy(() -> DataDirLock.take(temp, 4712)).isInstanceOf(AgentException.class);
            assertThat(Files.readString(temp.resolve("agent.lock")))
                    .as("read by anybody")
                    .isEqualTo("4711\n");
            assertThat(takenByAnotherProcess()).as("after the second").isEqualTo(3);
            assertThat(first).isNotNull();
        }
        assertThat(takenByAnotherProcess()).as("after its end").isZero();
    }

    private int takenByAnotherProcess() throws IOException, InterruptedException {
        Process taker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Taker.class.getName(),
                        temp.toString())
                .inheritIO()
                .start();
        assertThat(taker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return taker.exitValue();
    }

    @Test
    void directoryThatIsMadeCanBePassedThroughButNotListedByOthers() throws IOException {
        Path dir = temp.resolve("a/b");
        DataDirLock.take(dir, 1).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir)))
                .isEqualTo("rwx--x--x");
    }

    @Test
    void lockCanBeTakenByNobodyWhoMayOnlyPassThrough() throws IOException {
        Path file = Files.writeString(temp.resolve("agent.lock"), "");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        for (Path dir : new Path[] {temp, temp.resolve("fresh")}) {
            DataDirLock.take(dir, 1).close();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("agent.lock"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void directoryThatIsThereKeepsItsMode() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-x---"));
        DataDirLock.take(temp, 1).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void lockIsFreeAfterTheHolderHasClosed() throws IOException {
        DataDirLock.take(temp, 1).close();
        DataDirLock.take(temp, 2).close();
        assertThat(Files.readString(temp.resolve("agent.lock"))).isEqualTo("2\n");
    }

    @Test
    void directoryThatIsAFileIsNamedWithTheReason() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> DataDirLock.take(file, 1))
                .isInstanceOfSatisfying(AgentException.class, error -> assertThat(error.kind())
                        .isEqualTo(AgentException.Kind.DATA_DIR_UNUSABLE))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("a file of that name is in the way");
    }
}
