package io.outrider.state.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.state.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a file system of four megabytes in memory, which only root can make. */
@Timeout(60)
class SqliteFullDiskTest {
    @TempDir
    private Path temp;

    @BeforeEach
    void mount() throws Exception {
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=4m", "outrider-test", temp.toString()) == 0,
                "needs root: mounts a small tmpfs");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", temp.toString());
    }

    @Test
    void fullDiskFailsCommitsByNameAndTheStoreGoesOnWhenThereIsSpaceAgain() throws IOException {
        Path ballast = temp.resolve("ballast");
        Files.write(ballast, new byte[2 << 20]);
        Path directory = temp.resolve("state");
        int kept;
        try (DiskStore store = DiskStore.open(directory)) {
            kept = fill(store);
            long newest = store.store().journal().retained().newest();
            assertThat(newest).isEqualTo(kept);
            full(store, kept + 1);
            assertThat(store.read(newest - 1, 10)).hasSize(1);

            Files.delete(ballast);
            assertThat(store.put(key(kept + 1), "x".repeat(10_000)).seq()).isEqualTo(newest + 1);
            assertThat(store.put(key(kept + 2), "y").seq()).isEqualTo(newest + 2);
        }
        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.quarantined()).isEmpty();
            assertThat(found.rows()).hasSize(kept + 2);
        }
    }

    @Test
    void closeThatFailsForWantOfSpaceStillLetsGoOfTheDirectory() throws IOException {
        Path ballast = temp.resolve("ballast");
        Files.write(ballast, new byte[2 << 20]);
        Path directory = temp.resolve("state");
        int kept = 0;
        try (DiskStore store = DiskStore.open(directory)) {
            kept = fill(store);
            assertThatThrownBy(() -> store.store().close().block(DiskStore.PATIENCE))
                    .isInstanceOfSatisfying(
                            StateStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FULL));
        } catch (StateStoreException sameEndOnceMore) {
            assertThat(sameEndOnceMore.kind()).isEqualTo(Kind.FULL);
        }

        Files.delete(ballast);
        try (DiskStore next = DiskStore.closed(StoreConfig.of(directory))) {
            assertThat(next.recover().rows()).hasSize(kept);
        }
    }

    private static int fill(DiskStore store) {
        for (int i = 1; i < 1_000; i++) {
            try {
                store.put(key(i), "x".repeat(10_000));
            } catch (StateStoreException e) {
                return i - 1;
            }
        }
        throw new AssertionError("the disk did not fill up");
    }

    private static void full(DiskStore store, int i) {
        assertThatThrownBy(() -> store.put(key(i), "x".repeat(100_000)))
                .isInstanceOfSatisfying(StateStoreException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.FULL);
                    assertThat(e.retryable()).isTrue();
                })
                .hasMessageContaining(store.file().toString())
                .hasMessageContaining("no space left");
    }

    private static StateKey key(int i) {
        return StateKey.alloc(Table.ALLOC, "a" + i);
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(20, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }
}
