package io.outrider.drivers.logs.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real file system of 512 KiB, which only root can mount. */
@Timeout(60)
final class FullDiskTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();
    private final InProcessDrain drain = rig.drain();
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(dir.resolve("disk"));
        assumeTrue(rig.shell("mount -t tmpfs -o size=512k tmpfs " + disk).waitFor() == 0, "not root: cannot mount");
    }

    @AfterEach
    void unmount() throws Exception {
        drain.close().block(SOON);
        LogRig.await("unmounted", this::unmounted);
        rig.close();
    }

    @Test
    void taskWaitsForAFullDiskAndEveryLineIsThereOnceItHasRoom() throws Exception {
        Files.write(disk.resolve("filler"), new byte[400 * 1024]);
        LogSource source = LogRig.source(disk, 100, 100_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Process task = rig.shell("exec >" + fifos.stdout()
                + "; i=0; while [ $i -lt 20000 ]; do echo \"a line with number $i\"; i=$((i+1)); done");
        LogRig.await("the stall is told", () -> rig.notices().stream().anyMatch(n -> n.startsWith("stalled")));
        assertThat(rig.notices())
                .singleElement()
                .asString()
                .contains("web.stdout: ")
                .contains("No space left");
        assertThat(task.waitFor(300, TimeUnit.MILLISECONDS)
                        && drain.settle(source).toFuture().isDone())
                .isFalse();
        Files.delete(disk.resolve("filler"));
        assertThat(task.waitFor(20, TimeUnit.SECONDS)).isTrue();
        drain.settle(source).block(SOON);
        assertThat(rig.notices()).last().asString().startsWith("resumed");
        String all = IntStream.range(0, 20_000)
                .mapToObj(i -> "a line with number " + i + "\n")
                .collect(Collectors.joining());
        assertThat(rig.text(source)).isEqualTo(all);
    }

    @Test
    void endOnADiskThatStaysFullTellsWhatIsLost() throws Exception {
        LogSource source = LogRig.source(disk, 100, 100_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "kept\n");
        drain.settle(source).block(SOON);
        rig.shell("cat /dev/zero > " + disk.resolve("filler")).waitFor();
        Files.writeString(fifos.stdout(), "x".repeat(50_000));
        assertThatThrownBy(() -> drain.detach(source).block(SOON))
                .hasMessageContaining("the disk refused the end of the log; not stored:")
                .hasMessageContaining("bytes of " + disk.resolve("web.stdout"))
                .hasMessageContaining("No space left on device");
    }

    private boolean unmounted() {
        try {
            return rig.shell("umount " + disk + " 2>/dev/null; ! mountpoint -q " + disk)
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
