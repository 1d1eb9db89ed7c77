package io.outrider.jobspec.validate.fault;

import java.math.BigDecimal;

/** Durations as the reference prints them: {@code 1h30m0s}, {@code 1.5s}, {@code 500ms}. */
public final class DurationText {
    private static final long SECOND = 1_000_000_000L;

    private DurationText() {}

    public static String of(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        BigDecimal size = BigDecimal.valueOf(nanos).abs();
        String sign = nanos < 0 ? "-" : "";
        if (size.compareTo(BigDecimal.valueOf(SECOND)) < 0) {
            return sign + small(size.longValue());
        }
        long seconds = size.longValue() / SECOND;
        String rest = plain(size.subtract(BigDecimal.valueOf(seconds / 60 * 60 * SECOND)), 9) + "s";
        long minutes = seconds / 60;
        String head = minutes >= 60 ? minutes / 60 + "h" + minutes % 60 + "m" : minutes > 0 ? minutes + "m" : "";
        return sign + head + rest;
    }

    private static String small(long nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        return nanos < 1_000_000
                ? plain(BigDecimal.valueOf(nanos), 3) + "µs"
                : plain(BigDecimal.valueOf(nanos), 6) + "ms";
    }

    private static String plain(BigDecimal nanos, int digits) {
        BigDecimal value = nanos.movePointLeft(digits);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
