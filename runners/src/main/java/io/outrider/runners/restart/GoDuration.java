package io.outrider.runners.restart;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as the reference prints them in messages: {@code 5s}, {@code 1m30s}, {@code 1.5s}, {@code 300ms}. */
public final class GoDuration {

    private static final long SECOND = 1_000_000_000L;

    private GoDuration() {}

    /** {@code duration} in the reference's notation. */
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        String sign = nanos < 0 ? "-" : "";
        long size = Math.abs(nanos);
        return sign + (size < SECOND ? belowSecond(size) : fromSecond(size));
    }

    private static String belowSecond(long nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        return nanos < 1_000_000 ? decimal(nanos, 3) + "µs" : decimal(nanos, 6) + "ms";
    }

    private static String fromSecond(long nanos) {
        long minutes = nanos / SECOND / 60;
        String seconds = decimal(nanos - minutes * 60 * SECOND, 9) + "s";
        if (minutes == 0) {
            return seconds;
        }
        String rest = minutes % 60 + "m" + seconds;
        return minutes < 60 ? rest : minutes / 60 + "h" + rest;
    }

    private static String decimal(long value, int scale) {
        BigDecimal exact = BigDecimal.valueOf(value, scale);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
}
