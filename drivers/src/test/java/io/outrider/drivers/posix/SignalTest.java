package io.outrider.drivers.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignalTest {

    @Test
    void numbersAreThoseOfThisKernel() throws Exception {
        Process kill = new ProcessBuilder("/bin/kill", "-L").start();
        String table = new String(kill.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        for (Signal signal : Signal.values()) {
            if (signal != Signal.SIGIOT && signal != Signal.SIGIO) {
                assertThat(table)
                        .containsPattern(
                                "\\b" + signal.number() + " " + signal.name().substring(3) + "\\b");
            }
        }
    }

    @Test
    void namesAreFoundInAnyFormAndUnknownOnesAreAbsent() {
        assertThat(Signal.named("SIGINT")).contains(Signal.SIGINT);
        assertThat(Signal.named("usr1")).contains(Signal.SIGUSR1);
        assertThat(Signal.named("SIGFOO")).isEmpty();
        assertThat(Signal.numbered(9)).contains(Signal.SIGKILL);
        assertThat(Signal.numbered(64)).isEmpty();
    }

    @Test
    void nativePartIsUnpackedOnce(@TempDir Path dir) {
        Path first = NativeDir.use(dir);
        assertThat(first).isDirectoryContaining("glob:**/libjnidispatch.so");
        assertThat(NativeDir.use(dir)).isEqualTo(first);
        assertThat(System.getProperty("jna.boot.library.path")).isNull();
    }
}
