package io.outrider.runners.restart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ns",
        "1500, 1.5µs",
        "300000000, 300ms",
        "248734312, 248.734312ms",
        "1000000000, 1s",
        "1500000000, 1.5s",
        "5000000000, 5s",
        "60000000000, 1m0s",
        "90000000000, 1m30s",
        "600000000000, 10m0s",
        "86400000000000, 24h0m0s",
        "3723004000000, 1h2m3.004s",
        "-1500000000, -1.5s"
    })
    void printsAsTheReference(long nanos, String expected) {
        assertThat(GoDuration.format(Duration.ofNanos(nanos))).isEqualTo(expected);
    }
}
