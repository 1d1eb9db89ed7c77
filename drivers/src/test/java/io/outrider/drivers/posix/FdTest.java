package io.outrider.drivers.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FdTest {

    @TempDir
    private Path dir;

    @Test
    void errorNamesCallPathAndReason() {
        Path missing = dir.resolve("missing");
        assertThatThrownBy(() -> Fd.open(missing, Fd.READ))
                .hasMessage("open " + missing + ": No such file or directory (errno 2)")
                .asInstanceOf(InstanceOfAssertFactories.type(PosixException.class))
                .satisfies(e -> assertThat(e.is(Errno.ENOENT)).isTrue());
    }

    @Test
    void fifoIsMadeOnceAndNeverBlocksOrEnds() throws IOException {
        Path fifo = dir.resolve("fifo");
        assertThat(Fd.makeFifo(fifo, 0600)).isTrue();
        assertThat(Fd.makeFifo(fifo, 0600)).isFalse();
        try (Fd fd = Fd.openFifo(fifo)) {
            assertThat(fd.read(new byte[8])).isEqualTo(Fd.WOULD_BLOCK);
            Files.writeString(fifo, "abc");
            assertThat(fd.available()).isEqualTo(3);
            byte[] buffer = new byte[8];
            assertThat(fd.read(buffer)).isEqualTo(3);
            assertThat(new String(buffer, 0, 3, StandardCharsets.US_ASCII)).isEqualTo("abc");
            assertThat(fd.read(buffer)).isEqualTo(Fd.WOULD_BLOCK);
        }
    }

    @Test
    void whatIsNoFifoIsRefused() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "x");
        Path fifo = dir.resolve("fifo");
        Fd.makeFifo(fifo, 0600);
        Path link = Files.createSymbolicLink(dir.resolve("link"), fifo);
        assertThatThrownBy(() -> Fd.openFifo(file)).hasMessageStartingWith("use as a FIFO " + file);
        assertThatThrownBy(() -> Fd.openFifo(link))
                .asInstanceOf(InstanceOfAssertFactories.type(PosixException.class))
                .satisfies(e -> assertThat(e.is(Errno.ELOOP)).isTrue());
    }

    @Test
    void teeLeavesTheBytesThatSpliceThenMoves() throws IOException {
        Path fifo = dir.resolve("fifo");
        Fd.makeFifo(fifo, 0600);
        Path file = dir.resolve("file");
        Fd[] peek = Fd.pipe();
        try (Fd from = Fd.openFifo(fifo);
                Fd to = Fd.open(file, Fd.READ_WRITE | Fd.CREATE | Fd.EXCLUSIVE, 0600)) {
            assertThat(from.resizePipe(1 << 20)).isTrue();
            Files.writeString(fifo, "hello world");
            assertThat(from.tee(peek[1], 5)).isEqualTo(5);
            assertThat(peek[0].read(new byte[64])).isEqualTo(5);
            assertThat(from.splice(to, 6)).isEqualTo(6);
            assertThat(from.splice(to, 100)).isEqualTo(5);
            assertThat(from.splice(to, 100)).isEqualTo(Fd.WOULD_BLOCK);
            assertThat(to.seekEnd()).isEqualTo(11);
        } finally {
            peek[0].close();
            peek[1].close();
        }
        assertThat(file).hasContent("hello world");
    }

    @Test
    void modeDoesNotDependOnTheUmask() throws IOException {
        Path file = dir.resolve("file");
        try (Fd fd = Fd.open(file, Fd.WRITE | Fd.CREATE, 0600)) {
            fd.mode(0666);
        }
        assertThat(Files.getPosixFilePermissions(file)).hasSize(6);
    }

    @Test
    void lockIsExclusiveUntilClosed() {
        Path file = dir.resolve("lock");
        Fd first = Fd.open(file, Fd.READ_WRITE | Fd.CREATE, 0600);
        try (Fd second = Fd.open(file, Fd.READ_WRITE)) {
            assertThat(first.tryLock()).isTrue();
            assertThat(second.tryLock()).isFalse();
            first.close();
            assertThat(second.tryLock()).isTrue();
        }
    }

    @Test
    void closingTwiceDoesNotCloseAStrangersDescriptor() {
        Path file = dir.resolve("file");
        Fd first = Fd.open(file, Fd.WRITE | Fd.CREATE, 0600);
        first.close();
        try (Fd heir = Fd.open(file, Fd.WRITE)) {
            assertThat(heir.number()).isEqualTo(first.number());
            first.close();
            assertThat(heir.write(new byte[] {1}, 1)).isEqualTo(1);
        }
    }
}
