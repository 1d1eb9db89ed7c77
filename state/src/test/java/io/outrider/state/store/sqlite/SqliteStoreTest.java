package io.outrider.state.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Events;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.state.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Timeout(60)
class SqliteStoreTest {
    private static final StateKey KEY = StateKey.alloc(Table.ALLOC, "a1");

    @TempDir
    private Path temp;

    @Test
    void nobodyElseMayReadTheFiles() throws IOException {
        try (DiskStore store = DiskStore.open(temp.resolve("made/here"))) {
            store.put(KEY, "x");
            for (String name : List.of("state.db", "state.db-wal", "state.db-shm")) {
                assertThat(mode(store.file().resolveSibling(name))).as(name).isEqualTo("rw-------");
            }
            assertThat(mode(store.file().getParent())).isEqualTo("rwx------");
        }
    }

    @Test
    void secondStoreOnTheDirectoryIsRefusedUntilTheFirstIsClosed() {
        try (DiskStore first = DiskStore.open(temp)) {
            first.put(KEY, "x");
            try (DiskStore second = DiskStore.closed(StoreConfig.of(temp))) {
                assertThatThrownBy(second::recover)
                        .isInstanceOfSatisfying(StateStoreException.class, e -> assertThat(e.kind())
                                .isEqualTo(Kind.IN_USE))
                        .hasMessageEndingWith("is another agent using data directory " + temp + "?");
            }
            first.put(KEY, "y");
        }
        try (DiskStore third = DiskStore.closed(StoreConfig.of(temp))) {
            assertThat(third.recover().find(KEY)).isPresent();
        }
    }

    @Test
    void backupIsAStoreOfItsOwnWithTheStateAndNoEvents() throws IOException {
        Path target = Files.createDirectory(temp.resolve("copy")).resolve("state.db");
        try (DiskStore store = DiskStore.open(temp.resolve("state"))) {
            for (int i = 0; i < 100; i++) {
                store.put(StateKey.alloc(Table.ALLOC, "a" + i), "v" + i);
            }
            store.store().backup(target).block(DiskStore.PATIENCE);
            store.put(KEY, "later");
            assertThatThrownBy(() -> store.store().backup(target).block(DiskStore.PATIENCE))
                    .isInstanceOfSatisfying(
                            StateStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TARGET_EXISTS))
                    .hasMessageContaining(target.toString());
        }
        assertThat(mode(target)).isEqualTo("rw-------");
        try (DiskStore copy = DiskStore.closed(StoreConfig.of(target.getParent()))) {
            Recovered found = copy.recover();
            assertThat(found.rows()).hasSize(100);
            assertThat(found.quarantined()).isEmpty();
            assertThat(new String(found.find(KEY).orElseThrow(), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("\"v1\"");
            assertThat(copy.store().journal().retained().newest()).isZero();
        }
    }

    @Test
    void badCommitFailsNoneOfThoseThatShareItsFsync() {
        DiskStore.open(temp).close();
        DiskStore.sql(
                temp,
                "CREATE TRIGGER no_bad BEFORE INSERT ON state WHEN NEW.id = 'bad'"
                        + " BEGIN SELECT RAISE(ABORT, 'no'); END");
        try (DiskStore store = DiskStore.open(temp)) {
            List<Object> outcomes = Flux.range(0, 300)
                    .map(n -> StateKey.alloc(Table.ALLOC, n % 10 == 3 ? "bad" : "a" + n))
                    .flatMap(
                            key -> store.store()
                                    .commit(new Commit(
                                            List.of(new Change.Put(key, "x")), List.of(Events.note(key.id()))))
                                    .<Object>map(cursor -> key.id())
                                    .onErrorResume(StateStoreException.class, error -> Mono.just(error.kind())),
                            300)
                    .collectList()
                    .block(DiskStore.PATIENCE);
            assertThat(outcomes).filteredOn(Kind.REFUSED::equals).hasSize(30);
            assertThat(outcomes)
                    .filteredOn(String.class::isInstance)
                    .hasSize(270)
                    .doesNotContain("bad");
            assertThat(store.store().journal().retained().newest()).isEqualTo(270);
        }
        try (DiskStore again = DiskStore.closed(StoreConfig.of(temp))) {
            assertThat(again.recover().rows()).hasSize(270);
        }
    }

    @Test
    void writeAheadLogStaysShortWhileReadersCatchUp() throws IOException {
        StoreConfig config = StoreConfig.of(temp).withJournal(new JournalLimits(100_000, 8 << 20));
        try (DiskStore store = DiskStore.closed(config)) {
            store.recover();
            String text = "x".repeat(4_000);
            long longest = 0;
            for (int i = 0; i < 120; i++) {
                Flux.range(0, 32)
                        .flatMap(n -> store.store()
                                .commit(new Commit(
                                        List.of(new Change.Put(StateKey.alloc(Table.ALLOC, "a" + n), text)),
                                        List.of(Events.note(text)))))
                        .blockLast(DiskStore.PATIENCE);
                store.read(store.store().journal().retained().oldest(), 256);
                longest = Math.max(longest, Files.size(store.file().resolveSibling("state.db-wal")));
            }
            assertThat(store.store().journal().retained().oldest()).isGreaterThan(1);
            assertThat(longest).isBetween(1L << 20, 16L << 20);
            assertThat(Files.size(store.file())).isLessThan(32L << 20);
        }
    }

    @Test
    void nativeLibraryIsUnpackedOnceAndReplacedWhenItIsNotWhole() throws IOException {
        NativeLibrary.load(temp);
        Path library = onlyFile(temp);
        long size = Files.size(library);
        Files.setLastModifiedTime(library, FileTime.fromMillis(1_000_000));

        NativeLibrary.load(temp);
        assertThat(Files.getLastModifiedTime(library).toMillis()).isEqualTo(1_000_000);

        Files.write(library, new byte[10]);
        NativeLibrary.load(temp);
        assertThat(Files.size(library)).isEqualTo(size).isGreaterThan(100_000);
        assertThat(onlyFile(temp)).isEqualTo(library);
        assertThat(System.getProperty("org.sqlite.lib.path")).isNull();
    }

    @Test
    void commitsBeyondTheQueueFailAndSaySo() {
        StoreConfig config = new StoreConfig(temp, java.util.Optional.empty(), JournalLimits.DEFAULT, 4);
        try (DiskStore store = DiskStore.closed(config)) {
            store.recover();
            List<String> failures = Flux.range(0, 2_000)
                    .flatMap(
                            n -> store.store()
                                    .commit(new Commit(List.of(), List.of(Events.note("n" + n))))
                                    .map(cursor -> "")
                                    .onErrorResume(e -> reactor.core.publisher.Mono.just(e.getMessage())),
                            2_000)
                    .filter(failure -> !failure.isEmpty())
                    .collectList()
                    .block(DiskStore.PATIENCE);
            assertThat(failures).isNotEmpty().allSatisfy(failure -> assertThat(failure)
                    .contains("4 commits waiting"));
            assertThat(store.store().journal().retained().newest()).isEqualTo(2_000L - failures.size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void useBeforeOpeningOrAfterClosingFails(boolean afterwards) {
        DiskStore store = DiskStore.closed(StoreConfig.of(temp));
        if (afterwards) {
            store.recover();
            store.store().close().block(DiskStore.PATIENCE);
        }
        try (store) {
            assertThatThrownBy(() -> store.put(KEY, "x"))
                    .isInstanceOfSatisfying(
                            StateStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
            assertThatThrownBy(() -> store.read(0, 1)).isInstanceOf(StateStoreException.class);
            assertThatThrownBy(() -> store.store().backup(temp.resolve("b")).block(DiskStore.PATIENCE))
                    .isInstanceOf(StateStoreException.class);
        }
    }

    private static Path onlyFile(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            Set<Path> found = files.filter(Files::isRegularFile).collect(java.util.stream.Collectors.toSet());
            assertThat(found).hasSize(1);
            return found.iterator().next();
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
