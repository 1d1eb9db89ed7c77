package io.outrider.agent.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.RunOutput.LogLine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineSplitterTest {

    private final LineSplitter splitter = new LineSplitter("stdout");

    @Test
    void linesComeWithTheOffsetOfTheirFirstByte() {
        List<LogLine> lines = take(100, "ab\ncd\n\ne");
        assertThat(lines).extracting(LineSplitterTest::text).containsExactly("ab", "cd", "");
        assertThat(lines).extracting(LogLine::offset).containsExactly(100L, 103L, 106L);
        assertThat(splitter.flush()).singleElement().satisfies(rest -> {
            assertThat(text(rest)).isEqualTo("e");
            assertThat(rest.offset()).isEqualTo(107);
            assertThat(rest.complete()).isFalse();
        });
        assertThat(splitter.flush()).isEmpty();
    }

    @Test
    void lineThatNeverEndsComesInPieces() {
        List<LogLine> lines = take(0, "x".repeat(LineSplitter.LONGEST * 2 + 5));
        assertThat(lines).hasSize(2).allMatch(line -> !line.complete() && line.bytes().length == LineSplitter.LONGEST);
        assertThat(splitter.flush().get(0).offset()).isEqualTo(LineSplitter.LONGEST * 2L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void nothingIsLostOrAddedHoweverTheBytesArrive(long seed) {
        Random random = new Random(seed);
        byte[] all = new byte[200_000];
        random.nextBytes(all);
        List<LogLine> lines = new ArrayList<>();
        int at = 0;
        while (at < all.length) {
            int next = Math.min(all.length, at + 1 + random.nextInt(9_000));
            lines.addAll(splitter.take(at, Arrays.copyOfRange(all, at, next)));
            at = next;
        }
        lines.addAll(splitter.flush());
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (LogLine line : lines) {
            assertThat(line.offset()).isEqualTo(joined.size());
            joined.writeBytes(line.bytes());
            if (line.complete()) {
                joined.write('\n');
            }
        }
        assertThat(joined.toByteArray()).isEqualTo(all);
    }

    private List<LogLine> take(long offset, String text) {
        return splitter.take(offset, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(LogLine line) {
        return new String(line.bytes(), StandardCharsets.UTF_8);
    }
}
