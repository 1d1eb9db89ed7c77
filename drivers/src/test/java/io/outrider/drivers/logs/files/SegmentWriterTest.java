package io.outrider.drivers.logs.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.drain.LogRig;
import io.outrider.drivers.posix.Fd;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SegmentWriterTest {

    @TempDir
    private Path dir;

    private final Fd[] pipe = Fd.pipe();
    private final SteppedClock clock = new SteppedClock();

    @AfterEach
    void close() {
        pipe[0].close();
        pipe[1].close();
    }

    @Test
    void sideFileStaysSmallAndFollowersGoOnWhenItIsReplaced() throws IOException {
        try (SegmentWriter writer = open(3, 1000);
                LogCursor follower = new LogCursor(paths(), 0)) {
            StringBuilder written = new StringBuilder();
            StringBuilder read = new StringBuilder();
            for (int i = 0; i < 6_000; i++) {
                clock.now = clock.now.plusSeconds(1);
                written.append(put(writer, "line " + i + "\n"));
                if (i % 50 == 0) {
                    writer.restart(i + 1);
                }
                read.append(textOf(follower));
            }
            assertThat(read.toString()).isEqualTo(written.toString());
            assertThat(Files.size(paths().side())).isLessThan(3000L * SideEntry.SIZE);
            assertThat(StreamLook.extent(paths()).end()).isEqualTo(written.length());
        }
    }

    @Test
    void timesAreFoundAgain() {
        Instant begun = clock.now;
        try (SegmentWriter writer = open(10, 100_000)) {
            for (int i = 0; i < 100; i++) {
                put(writer, "0123456789");
                clock.now = clock.now.plusSeconds(2);
            }
        }
        assertThat(StreamLook.offsetAt(paths(), begun.plusSeconds(100).toEpochMilli()))
                .isEqualTo(500);
        assertThat(StreamLook.offsetAt(paths(), begun.plusSeconds(101).toEpochMilli()))
                .isEqualTo(500);
        assertThat(StreamLook.offsetAt(paths(), begun.minusSeconds(9).toEpochMilli()))
                .isZero();
        assertThat(StreamLook.offsetAt(paths(), Long.MAX_VALUE)).isEqualTo(990);
        assertThat(StreamLook.offsetAt(new StreamPaths(LogRig.folders(dir), "nobody.stdout"), 0))
                .isNull();
    }

    @Test
    void restartAskedForTwiceIsMarkedOnce() {
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "a");
            writer.restart(7);
            writer.restart(7);
            put(writer, "b");
            writer.restart(8);
        }
        assertThat(items(0)).containsExactly("0 a", "restart 1", "1 b", "restart 2");
        assertThat(items(1)).containsExactly("restart 1", "1 b", "restart 2");
        assertThat(items(2)).containsExactly("restart 2");
    }

    @Test
    void tornOrDamagedEntriesAreNotBelieved() throws IOException {
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "first");
            writer.restart(1);
        }
        long size = Files.size(paths().side());
        Files.write(paths().side(), new byte[17], StandardOpenOption.APPEND);
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "second");
        }
        assertThat(items(0)).containsExactly("0 first", "restart 5", "5 second");
        try (RandomAccessFile file = new RandomAccessFile(paths().side().toFile(), "rw")) {
            file.seek(size - 10);
            file.write(0x55);
        }
        assertThat(items(0)).containsExactly("0 firstsecond");
    }

    @Test
    void lostSideFileMayLeaveAGapButNeverRepeatsAnOffset() throws IOException {
        try (SegmentWriter writer = open(3, 10)) {
            for (int i = 0; i < 10; i++) {
                put(writer, "1234567\n");
                writer.rotate();
            }
            assertThat(writer.end()).isEqualTo(80);
        }
        Files.delete(paths().side());
        try (SegmentWriter writer = open(3, 10)) {
            assertThat(writer.end()).isGreaterThanOrEqualTo(80);
            put(writer, "new");
        }
        assertThat(items(0)).last().asString().endsWith(" new");
    }

    @Test
    void bytesLostWithThePowerBecomeAGap() throws IOException {
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "0123456789");
            writer.restart(1);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(dir.resolve("web.stdout.0").toFile(), "rw")) {
            file.setLength(4);
        }
        try (SegmentWriter writer = open(3, 1000)) {
            assertThat(writer.end()).isEqualTo(10);
            put(writer, "new");
        }
        assertThat(items(0)).containsExactly("0 0123", "gap 4 10", "restart 10", "10 new");
    }

    @Test
    void cutBetweenAnnouncingASegmentAndMakingItIsHarmless() throws IOException {
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "old\n");
            writer.rotate();
        }
        Files.delete(dir.resolve("web.stdout.1"));
        try (SegmentWriter writer = open(3, 1000)) {
            put(writer, "new\n");
        }
        assertThat(items(0)).containsExactly("0 old\n", "4 new\n");
    }

    private SegmentWriter open(int maxFiles, long maxFileBytes) {
        return SegmentWriter.open(paths(), new SegmentLimits(maxFiles, maxFileBytes), clock);
    }

    private StreamPaths paths() {
        return StreamPaths.of(LogRig.folders(dir), "web", "stdout");
    }

    private String put(SegmentWriter writer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        if (writer.room() < bytes.length) {
            writer.rotate();
        }
        assertThat(pipe[1].write(bytes, bytes.length)).isEqualTo(bytes.length);
        assertThat(writer.move(pipe[0], bytes.length)).isEqualTo(bytes.length);
        return text;
    }

    private List<String> items(long offset) {
        List<String> found = new ArrayList<>();
        try (LogCursor cursor = new LogCursor(paths(), offset)) {
            for (LogItem item = cursor.next(); item != null; item = cursor.next()) {
                found.add(show(item));
            }
        }
        return found;
    }

    private static String textOf(LogCursor cursor) {
        StringBuilder text = new StringBuilder();
        for (LogItem item = cursor.next(); item != null; item = cursor.next()) {
            if (item instanceof LogItem.Data data) {
                text.append(new String(data.bytes(), StandardCharsets.US_ASCII));
            }
        }
        return text.toString();
    }

    private static String show(LogItem item) {
        if (item instanceof LogItem.Data data) {
            return data.offset() + " " + new String(data.bytes(), StandardCharsets.US_ASCII);
        }
        if (item instanceof LogItem.Gap gap) {
            return "gap " + gap.from() + " " + gap.to();
        }
        return item instanceof LogItem.Restart restart ? "restart " + restart.offset() : item.toString();
    }

    /** A clock that the test moves. */
    private static final class SteppedClock extends Clock {
        private Instant now = Instant.EPOCH.plus(Duration.ofDays(20_000));

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
