package io.outrider.agent.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {

    private static Look look(boolean interactive, Map<String, String> env) {
        PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Look.of(Terminal.of(none, none, interactive, env));
    }

    private static Look narrow(int columns) {
        return look(true, Map.of("COLUMNS", Integer.toString(columns), "NO_COLOR", "1"));
    }

    private static Table events() {
        return Table.of("Time", "Type", "Description")
                .row("2026-11-30T13:14:15Z", "Driver Failure", "the command /bin/nothing was not found on this node")
                .row("2026-11-30T13:14:14Z", "Received", "");
    }

    @Test
    void columnsStandBelowEachOtherAndNothingIsNone() {
        assertThat(events().text(look(false, Map.of()))).isEqualTo("""
                        Time                  Type            Description
                        2026-11-30T13:14:15Z  Driver Failure  the command /bin/nothing was not found on this node
                        2026-11-30T13:14:14Z  Received        <none>""");
    }

    @Test
    void aNarrowTerminalWrapsTheLastColumn() {
        assertThat(events().text(narrow(60))).isEqualTo("""
                        Time                  Type            Description
                        2026-11-30T13:14:15Z  Driver Failure  the command
                                                              /bin/nothing was not
                                                              found on this node
                        2026-11-30T13:14:14Z  Received        <none>""");
    }

    @Test
    void whatIsWiderStillIsCutButNotWhatIsKept() {
        Table table = Table.of("ID", "Name", "Status")
                .keeping(1)
                .row("01234567-89ab-cdef", "a-job-with-a-long-name-of-its-own", "running");
        String text = table.text(narrow(50));
        assertThat(text)
                .contains("01234567-89ab-cdef  a-job-with-")
                .contains("…")
                .endsWith("running");
        assertThat(text.lines()).allMatch(line -> line.length() <= 50);
    }

    @Test
    void coloursTakeNoRoomAndAreForTerminalsOnly() {
        Look colours = look(true, Map.of("COLUMNS", "80"));
        Table table = Table.of("ID", "Status", "Version").row("a", colours.state("running"), "1");
        assertThat(table.text(colours)).contains("a   \033[32mrunning\033[0m  1");
        assertThat(look(false, Map.of()).state("running")).isEqualTo("running");
    }

    @Test
    void valuesStandBehindTheirNames() {
        KeyValues values = new KeyValues().add("ID", "a").add("Description", "").addIf(false, "Canary", "x");
        assertThat(values.text(look(false, Map.of()))).isEqualTo("ID          = a\nDescription = <none>");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s ago",
        "12, 12s ago",
        "192, 3m12s ago",
        "3600, 1h ago",
        "3605, 1h ago",
        "90000, 1d1h ago",
        "-61, 1m1s from now",
        "31536000, 1y ago"
    })
    void agesHaveTheTwoLargestUnits(long seconds, String expected) {
        Instant now = Instant.parse("2026-11-30T12:00:00Z");
        assertThat(new Times(now, ZoneOffset.UTC).ago(now.minus(Duration.ofSeconds(seconds))))
                .isEqualTo(expected);
    }

    @Test
    void whatNeverHappenedHasNoTime() {
        Times times = new Times(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.ofHours(1));
        assertThat(times.at(Times.ofNanos(0))).isEmpty();
        assertThat(times.ago(Instant.parse("0001-01-01T00:00:00Z"))).isEmpty();
        assertThat(times.at(Instant.parse("2026-11-30T12:00:00.9Z"))).isEqualTo("2026-11-30T13:00:00+01:00");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "10239, 10 KiB",
        "314572800, 300 MiB",
        "9223372036854775807, 8.0 EiB"
    })
    void sizesHaveTheUnitThatLeavesFewDigits(long bytes, String expected) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(expected);
    }
}
