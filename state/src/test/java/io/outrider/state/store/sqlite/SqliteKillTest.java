package io.outrider.state.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Events;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.streams.Entry;
import io.outrider.streams.Workers;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

@Timeout(120)
class SqliteKillTest {
    private static final StateKey COUNTER = new StateKey(Table.META, "counter");

    @TempDir
    private Path temp;

    /** The store in a JVM of its own, committing until it is killed; each acknowledged number is a line of output. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            StoreConfig config = StoreConfig.of(Path.of(args[0])).withNativeDirectory(Path.of(args[1]));
            SqliteStore store = new SqliteStore(config, StoreThreads.of(new Workers()), Clock.systemUTC());
            store.open().block();
            long first = store.journal().retained().newest() + 1;
            Flux.range(0, Integer.MAX_VALUE)
                    .map(i -> first + i)
                    .flatMapSequential(n -> store.commit(numbered(n)).thenReturn(n), 8, 1)
                    .doOnNext(out::println)
                    .blockLast();
        }

        private static Commit numbered(long n) {
            List<Change> changes = List.of(
                    new Change.Put(COUNTER, n), new Change.Put(StateKey.alloc(Table.ALLOC, "a" + n % 50), "v" + n));
            return new Commit(changes, List.of(Events.note(Long.toString(n))));
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAndStateAndEventsAgreeAfterEveryKill() throws Exception {
        kill(8);
    }

    @Test
    @Tag("soak")
    void whatWasAcknowledgedIsThereAndStateAndEventsAgreeAfterManyKills() throws Exception {
        kill(100);
    }

    @Test
    void storeThatIsRefusedLeavesTheFirstOneItsLock() throws Exception {
        try (DiskStore first = DiskStore.open(temp.resolve("state"))) {
            first.put(COUNTER, 1);
            refused();
            Path out = temp.resolve("out");
            Process other = start(out);
            try {
                boolean ended = other.waitFor(20, TimeUnit.SECONDS);
                assertThat(ended).as("a store of another process is refused").isTrue();
                assertThat(other.exitValue()).isEqualTo(1);
                assertThat(Files.readString(out)).as("what it committed").doesNotContainPattern("(?m)^[0-9]+$");
            } finally {
                other.destroyForcibly();
            }
        }
    }

    private void kill(int times) throws Exception {
        Random random = new Random(7);
        long newest = 0;
        for (int round = 0; round < times; round++) {
            long acknowledged = killAfter(5 + random.nextInt(150));
            assertThat(acknowledged).as("round %d", round).isGreaterThan(newest);
            newest = check(newest, acknowledged);
        }
        try (Stream<Path> left = Files.list(Files.createDirectories(temp.resolve("tmp")))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .as("native libraries unpacked into the temporary directory")
                    .noneMatch(name -> name.startsWith("sqlite-"));
        }
    }

    /** Returns the last number that the child was told is durable. */
    private long killAfter(int millis) throws IOException, InterruptedException {
        Path out = temp.resolve("acknowledged");
        Files.createDirectories(temp.resolve("tmp"));
        Files.write(out, new byte[0]);
        Process child = start(out);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (Files.size(out) == 0 && System.nanoTime() < deadline) {
            assertThat(child.waitFor(2, TimeUnit.MILLISECONDS))
                    .as("child ended")
                    .isFalse();
        }
        assertThat(child.waitFor(millis, TimeUnit.MILLISECONDS))
                .as("child ended")
                .isFalse();
        refused();
        child.destroyForcibly();
        assertThat(child.waitFor()).isEqualTo(128 + 9);
        String text = Files.readString(out);
        String whole = text.substring(0, text.lastIndexOf('\n'));
        return Long.parseLong(whole.substring(whole.lastIndexOf('\n') + 1));
    }

    private void refused() {
        try (DiskStore second = DiskStore.closed(StoreConfig.of(temp.resolve("state")))) {
            assertThatThrownBy(second::recover)
                    .isInstanceOfSatisfying(StateStoreException.class, e -> assertThat(e.kind())
                            .isEqualTo(StateStoreException.Kind.IN_USE));
        }
    }

    private Process start(Path out) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + temp.resolve("tmp"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        temp.resolve("state").toString(),
                        temp.resolve("native").toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private long check(long before, long acknowledged) {
        try (DiskStore store = DiskStore.closed(StoreConfig.of(temp.resolve("state")))) {
            Recovered found = store.recover();
            assertThat(found.quarantined()).isEmpty();
            long newest = store.store().journal().retained().newest();
            assertThat(newest).isGreaterThanOrEqualTo(acknowledged);
            long counter = Json.read(found.find(COUNTER).orElseThrow(), Long.class);
            assertThat(counter).isEqualTo(newest);
            long expected = before;
            while (expected < newest) {
                for (Entry<Event> entry : store.read(expected, 256)) {
                    expected++;
                    assertThat(entry.cursor().seq()).isEqualTo(expected);
                    assertThat(Events.text(entry.value())).isEqualTo(Long.toString(expected));
                }
            }
            return newest;
        }
    }
}
