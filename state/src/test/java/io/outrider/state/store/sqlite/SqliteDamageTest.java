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
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SqliteDamageTest {
    private static final int PAGE = 4096;

    @TempDir
    private Path temp;

    private Path directory;

    @BeforeEach
    void place() {
        directory = temp.resolve("state");
    }

    @Test
    void damagedRowIsSetAsideAndReportedOnceAndTheRestIsThere() {
        fill(3, "value");
        DiskStore.sql(directory, "UPDATE state SET json = x'22' || json WHERE id = 'a2'");

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.quarantined()).singleElement().satisfies(damaged -> {
                assertThat(damaged.key()).isEqualTo(alloc(2));
                assertThat(damaged.reason()).contains("checksum");
            });
            assertThat(found.rows()).extracting(Recovered.Row::key).containsExactlyInAnyOrder(alloc(1), alloc(3));
            store.put(alloc(2), "new");
        }
        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.quarantined()).isEmpty();
            assertThat(found.rows()).hasSize(3);
        }
        assertThat(DiskStore.number(directory, "SELECT count(*) FROM quarantine WHERE id = 'a2'"))
                .isEqualTo(1);
    }

    @Test
    void valuesThatChangedPlacesDoNotPass() {
        fill(2, "value");
        DiskStore.sql(
                directory,
                "UPDATE state SET id = 'x' WHERE id = 'a1'",
                "UPDATE state SET id = 'a1' WHERE id = 'a2'",
                "UPDATE state SET id = 'a2' WHERE id = 'x'");

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.rows()).isEmpty();
            assertThat(found.quarantined()).hasSize(2);
        }
    }

    @Test
    void truncatedFileIsRescuedAndKept() throws IOException {
        fill(400, "v".repeat(1_000));
        long epoch = epoch();
        truncate(directory.resolve("state.db"), 0.6);

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.rows()).hasSizeBetween(50, 399);
            assertThat(found.quarantined()).singleElement().satisfies(damaged -> assertThat(damaged.reason())
                    .contains("rescued")
                    .contains(directory + "/state.db.damaged-20261130-091011"));
            assertThat(store.store().journal().epoch()).isNotEqualTo(epoch);
            assertThat(store.put(alloc(1), "again").seq()).isEqualTo(1);
        }
        assertThat(directory.resolve("state.db.damaged-20261130-091011")).exists();
        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            assertThat(store.recover().quarantined()).isEmpty();
        }
    }

    @Test
    void badPageInTheMiddleCostsOnlyItsRows() throws IOException {
        fill(400, "v".repeat(1_000));
        long page = DiskStore.number(
                directory, "SELECT pageno FROM dbstat WHERE name = 'state' AND pagetype = 'leaf' LIMIT 1 OFFSET 60");
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("state.db").toFile(), "rw")) {
            file.seek((page - 1) * PAGE);
            file.write(new byte[PAGE]);
        }

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            Recovered found = store.recover();
            assertThat(found.rows()).hasSizeBetween(390, 399);
            assertThat(found.quarantined()).isNotEmpty();
        }
    }

    @Test
    void fileThatIsNoDatabaseIsRefusedAndLeftAlone() throws IOException {
        Files.createDirectories(directory);
        String text = "this is no database\n".repeat(1_000);
        Files.writeString(directory.resolve("state.db"), text);

        refused(Kind.DAMAGED, directory + "/state.db", "nothing in it can be read", "backup");
        assertThat(directory.resolve("state.db")).hasContent(text);
    }

    @Test
    void databaseOfAnotherProgramIsRefused() throws IOException {
        Files.createDirectories(directory);
        DiskStore.sql(directory, "CREATE TABLE theirs (x)");

        refused(Kind.DAMAGED, directory + "/state.db", "another program", "another directory");
    }

    @Test
    void fileOfANewerVersionIsRefused() {
        fill(1, "value");
        DiskStore.sql(directory, "PRAGMA user_version = 99");

        refused(Kind.NEWER, directory + "/state.db", "newer version", "99");
    }

    @Test
    void damagedEventIsAGapBetweenItsNeighbours() {
        fill(10, "value");
        DiskStore.sql(directory, "UPDATE journal SET event = x'00' || event WHERE seq = 5");

        try (DiskStore store = DiskStore.open(directory)) {
            assertThat(store.read(0, 100)).hasSize(4);
            assertThat(store.read(4, 100))
                    .extracting(entry -> entry.cursor().seq())
                    .containsExactly(6L, 7L, 8L, 9L, 10L);
            assertThat(store.put(alloc(1), "x").seq()).isEqualTo(11);
        }
    }

    @Test
    void rescueThatWasInterruptedIsFinished() throws IOException {
        fill(5, "rescued");
        Files.move(directory.resolve("state.db"), directory.resolve("state.db.rescued"));
        Files.writeString(directory.resolve("state.db"), "the damaged one");

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            assertThat(store.recover().rows()).hasSize(5);
        }
        assertThat(directory.resolve("state.db.damaged-20261130-091011")).hasContent("the damaged one");
        assertThat(directory.resolve("state.db.rescued")).doesNotExist();
    }

    @Test
    void emptyFileIsANewStore() throws IOException {
        Files.createDirectories(directory);
        Files.createFile(directory.resolve("state.db"));

        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            assertThat(store.recover().rows()).isEmpty();
            assertThat(store.put(alloc(1), "x").seq()).isEqualTo(1);
        }
    }

    private void fill(int values, String value) {
        try (DiskStore store = DiskStore.open(directory)) {
            for (int i = 1; i <= values; i++) {
                store.put(alloc(i), value);
            }
        }
    }

    private long epoch() {
        return DiskStore.number(directory, "SELECT value FROM facts WHERE name = 'epoch'");
    }

    private void refused(Kind kind, String... parts) {
        try (DiskStore store = DiskStore.closed(StoreConfig.of(directory))) {
            assertThatThrownBy(store::recover)
                    .isInstanceOfSatisfying(
                            StateStoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                    .hasMessageContainingAll(parts);
        }
    }

    private static void truncate(Path file, double share) throws IOException {
        long pages = Files.size(file) / PAGE;
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength((long) (pages * share) * PAGE);
        }
    }

    private static StateKey alloc(int i) {
        return StateKey.alloc(Table.ALLOC, "a" + i);
    }
}
