package io.outrider.agent.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.local.files.AllocTree;
import io.outrider.agent.local.files.FileException;
import io.outrider.agent.local.files.FileInfo;
import io.outrider.drivers.posix.Fd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of an alloc are reached by handle: links and renames lead nowhere else. */
@Timeout(60)
class AllocTreeTest {

    private static final int PROBES = 200;

    @TempDir
    private Path folder = Path.of("");

    private Path root = Path.of("");
    private AllocTree tree = new AllocTree(Path.of("/"), Set.of());

    @BeforeEach
    void build() throws IOException {
        root = folder.resolve("alloc");
        Files.createDirectories(root.resolve("t/local/sub"));
        Files.createDirectories(root.resolve("t/secrets"));
        Files.createDirectories(root.resolve("alloc/data"));
        Files.writeString(root.resolve("t/local/digits"), "0123456789");
        Files.writeString(root.resolve("t/secrets/s"), "secret");
        Files.writeString(folder.resolve("outside"), "not yours");
        tree = new AllocTree(root, Set.of("t"));
    }

    private String read(String path) {
        try (Fd fd = tree.open(path)) {
            byte[] bytes = new byte[100];
            return new String(bytes, 0, fd.readAt(bytes, bytes.length, 0), StandardCharsets.UTF_8);
        }
    }

    private void refuses(String path, FileException.Kind kind) {
        assertThatThrownBy(() -> tree.open(path)).isInstanceOfSatisfying(FileException.class, e -> assertThat(e.kind())
                .isEqualTo(kind));
    }

    @Test
    void readsPlainFilesAndLinksThatStayInside() throws IOException {
        Files.createSymbolicLink(root.resolve("t/local/near"), Path.of("../local/digits"));
        Files.createSymbolicLink(root.resolve("t/local/far"), root.resolve("t/local/digits"));
        assertThat(read("/t/local/digits")).isEqualTo("0123456789");
        assertThat(read("t/local/near")).isEqualTo("0123456789");
        assertThat(read("t/local/far")).isEqualTo("0123456789");
        assertThat(tree.stat("t/local/near").size()).isEqualTo(10);
        assertThat(tree.list("t/local")).extracting(FileInfo::name).containsExactly("digits", "far", "near", "sub");
    }

    @Test
    void refusesEveryWayOut() throws IOException {
        Files.createSymbolicLink(root.resolve("t/local/out"), folder.resolve("outside"));
        Files.createSymbolicLink(root.resolve("t/local/up"), Path.of("../../.."));
        Files.createSymbolicLink(root.resolve("t/local/loop"), Path.of("loop"));
        refuses("t/local/out", FileException.Kind.ESCAPES);
        refuses("t/local/up/outside", FileException.Kind.ESCAPES);
        refuses("../outside", FileException.Kind.ESCAPES);
        refuses("t/local/loop", FileException.Kind.FAILED);
    }

    @Test
    void secretsAreLookedAtAndNotReadWhateverLeadsThere() throws IOException {
        Files.createSymbolicLink(root.resolve("alloc/data/way"), Path.of("../../t/secrets/s"));
        assertThat(tree.stat("t/secrets/s").size()).isEqualTo(6);
        refuses("t/secrets/s", FileException.Kind.PROHIBITED);
        refuses("t/local/../secrets/s", FileException.Kind.PROHIBITED);
        refuses("alloc/data/way", FileException.Kind.PROHIBITED);
    }

    @Test
    void aNameThatTheSystemReadsInAnotherWayIsRefused() {
        refuses("t/secrets\0/s", FileException.Kind.SPECIAL);
        refuses("t\0/secrets/s", FileException.Kind.SPECIAL);
        refuses("t/local/digits\0", FileException.Kind.SPECIAL);
        assertThatThrownBy(() -> tree.list("t/local\0")).isInstanceOf(FileException.class);
        assertThatThrownBy(() -> tree.stat("t/secrets/s\0x")).isInstanceOf(FileException.class);
    }

    @Test
    void aFifoKeepsNobody() {
        assertThat(Fd.makeFifo(root.resolve("t/local/fifo"), 0600)).isTrue();
        assertThat(tree.stat("t/local/fifo").fileMode()).startsWith("p");
        refuses("t/local/fifo", FileException.Kind.SPECIAL);
    }

    @Test
    void whoSwapsWhileWeLookGetsNothingFromOutside() throws Exception {
        Path swapped = root.resolve("t/local/sub");
        Files.writeString(swapped.resolve("outside"), "inside");
        AtomicBoolean over = new AtomicBoolean();
        Thread swapper = new Thread(() -> swap(swapped, over));
        swapper.start();
        try {
            for (int i = 0; i < PROBES; i++) {
                assertThat(probe()).isIn("inside", "refused");
            }
        } finally {
            over.set(true);
            swapper.join();
        }
    }

    private String probe() {
        try {
            return read("t/local/sub/outside");
        } catch (FileException e) {
            return "refused";
        }
    }

    /** In turn a directory and a link to the outside. */
    private void swap(Path place, AtomicBoolean over) {
        Path aside = place.resolveSibling("aside");
        Path link = place.resolveSibling("link");
        try {
            while (!over.get()) {
                Files.move(place, aside, StandardCopyOption.ATOMIC_MOVE);
                Files.createSymbolicLink(link, folder);
                Files.move(link, place, StandardCopyOption.ATOMIC_MOVE);
                Files.delete(place);
                Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
