package io.outrider.drivers.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.jna.Function;
import io.outrider.drivers.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may run what. Root's agents only: the others cannot play another user. */
final class CommandLookupTest {

    private static final int NOBODY = 65534;

    private final CommandLookup lookup = new CommandLookup(new Tools("/usr/bin:/bin"));
    private final Optional<User> nobody = Optional.of(new User("nobody", NOBODY, NOBODY));

    private final Path temp;
    private final Path program;

    CommandLookupTest(@TempDir Path temp) {
        this.temp = temp;
        this.program = temp.resolve("program");
    }

    @BeforeEach
    void copy() throws IOException {
        assumeThat(User.ownUid()).as("who runs this test").isZero();
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(Path.of("/bin/true"), program);
    }

    @Test
    void programThatMayBeRunButNotReadIsRun() throws IOException {
        mode("--x--x--x");
        fileUser(NOBODY);
        try {
            assertThatThrownBy(() -> Files.readAllBytes(program)).isInstanceOf(IOException.class);
            assertThat(command(Optional.empty())).containsExactly(program.toString());
        } finally {
            fileUser(0);
        }
        assertThat(command(nobody)).containsExactly(program.toString());
    }

    @Test
    void programOfAnotherUserIsRefusedBeforeItIsStarted() throws IOException {
        mode("rwx------");
        assertThat(command(Optional.empty())).containsExactly(program.toString());
        assertRefused();
        mode("rwxr-xr-x");
        assertThat(command(nobody)).containsExactly(program.toString());
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwx------"));
        assertRefused();
    }

    private void assertRefused() {
        assertThatThrownBy(() -> command(nobody))
                .isInstanceOf(DriverException.class)
                .hasMessageEndingWith("fork/exec " + program + ": permission denied (for user nobody)");
    }

    private List<String> command(Optional<User> user) {
        return lookup.command(Path.of("/nonexistent"), program.toString(), List.of(), user);
    }

    private void mode(String mode) throws IOException {
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString(mode));
    }

    /** Of the present thread: the kernel keeps it for each. */
    private static void fileUser(int id) {
        Function.getFunction("c", "setfsgid").invokeInt(new Object[] {id});
        Function.getFunction("c", "setfsuid").invokeInt(new Object[] {id});
    }
}
