package io.outrider.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.standalone.cron.Cron;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When cron expressions are due. */
final class CronTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            */15 * * * *      | 2026-11-30T00:00:00 | 2026-11-30T00:15:00
            0 0 1 1 *         | 2026-11-30T00:00:00 | 2027-01-01T00:00:00
            @daily            | 2026-11-30T12:00:00 | 2026-12-01T00:00:00
            @hourly           | 2026-11-30T12:00:00 | 2026-11-30T13:00:00
            30 3 29 2 *       | 2026-11-30T00:00:00 | 2028-02-29T03:30:00
            0 9 * * mon-fri   | 2026-11-28T00:00:00 | 2026-11-30T09:00:00
            0 9 * * 7         | 2026-11-30T00:00:00 | 2026-12-06T09:00:00
            0 0 13 * 5        | 2026-11-30T00:00:00 | 2026-12-04T00:00:00
            0 0 L * *         | 2026-02-01T00:00:00 | 2026-02-28T00:00:00
            0 0 * * 5L        | 2026-11-01T00:00:00 | 2026-11-27T00:00:00
            0 0 * * 1#2       | 2026-11-01T00:00:00 | 2026-11-09T00:00:00
            0 0 15W * *       | 2026-11-01T00:00:00 | 2026-11-16T00:00:00
            */5 * * * * * *   | 2026-11-30T00:00:01 | 2026-11-30T00:00:05
            0 0 1 jan ? 2030  | 2026-11-30T00:00:00 | 2030-01-01T00:00:00
            5,10-12 8 * * *   | 2026-11-30T08:05:00 | 2026-11-30T08:10:00
            """)
    void nextTimeIsTheFirstThatFits(String expression, LocalDateTime after, LocalDateTime next) {
        ZoneId utc = ZoneId.of("UTC");
        assertThat(Cron.parse(expression).next(after.atZone(utc))).hasValue(next.atZone(utc));
    }

    @Test
    void hourThatTheClocksLeaveOutIsNotATime() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime before = LocalDateTime.of(2026, 3, 28, 12, 0).atZone(berlin);
        ZonedDateTime next = Cron.parse("30 2 * * *").next(before).orElseThrow();
        assertThat(next.toLocalDateTime()).isEqualTo(LocalDateTime.of(2026, 3, 30, 2, 30));
    }

    @Test
    void hourThatComesTwiceIsOneTimeAndDaysAreOfTheZone() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        ZonedDateTime first = Cron.parse("30 2 * * *")
                .next(LocalDateTime.of(2026, 10, 25, 0, 0).atZone(berlin))
                .orElseThrow();
        ZonedDateTime second = Cron.parse("30 2 * * *").next(first).orElseThrow();
        assertThat(second.toLocalDateTime()).isEqualTo(LocalDateTime.of(2026, 10, 26, 2, 30));
        assertThat(ChronoUnit.HOURS.between(first, second)).isEqualTo(25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "60 * * * *", "a * * * *", "*/0 * * * *", "5-1 * * * *", "* * 32 * *"})
    void nonsenseIsRefused(String expression) {
        assertThatThrownBy(() -> Cron.parse(expression)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timeThatNeverComesIsNone() {
        assertThat(Cron.parse("0 0 30 2 *")
                        .next(LocalDateTime.of(2026, 1, 1, 0, 0).atZone(ZoneId.of("UTC"))))
                .isEmpty();
    }
}
