package io.outrider.jobspec.validate.policy;

/**
 * How many attempts fit into an interval, and which interval all of them need.
 *
 * @param possible attempts that fit
 * @param needed nanoseconds
 */
record Attempts(long possible, long needed) {
    /** Nanoseconds, all positive; the interval may be zero. */
    record Times(long delay, long maxDelay, long interval) {}

    static Attempts of(String function, long attempts, Times times) {
        return switch (function) {
            case "constant" -> constant(attempts, times);
            case "exponential" -> exponential(attempts, times);
            default -> fibonacci(attempts, times);
        };
    }

    private static Attempts constant(long attempts, Times times) {
        long needed = times(attempts, times.delay());
        return times.interval() < needed
                ? new Attempts(times.interval() / times.delay(), needed)
                : new Attempts(attempts, needed);
    }

    /** Delays double up to the ceiling, which then adds up. */
    private static Attempts exponential(long attempts, Times times) {
        long possible = 0;
        long needed = 0;
        long delay = times.delay();
        long done = 0;
        while (done < attempts && delay <= times.maxDelay()) {
            needed = delay;
            possible += needed < times.interval() ? 1 : 0;
            delay = times(2, delay);
            done++;
        }
        long rest = attempts - done;
        long room = times.interval() - 1 - needed;
        possible += room <= 0 ? 0 : Math.min(rest, room / times.maxDelay());
        return new Attempts(possible, plus(needed, times(rest, times.maxDelay())));
    }

    /** Each delay is the sum of the two before it, up to the ceiling, which then adds up. */
    private static Attempts fibonacci(long attempts, Times times) {
        long before = times.delay();
        long last = times.delay();
        long possible = times.delay() > times.interval() ? 0 : Math.min(2, attempts);
        long done = 2;
        boolean ceiling = false;
        while (done < attempts && !ceiling) {
            long next = plus(before, last);
            ceiling = next > times.maxDelay();
            before = last;
            last = ceiling ? times.maxDelay() : next;
            possible += last <= times.interval() ? 1 : 0;
            done++;
        }
        long rest = Math.max(0, attempts - done);
        long room = times.interval() - last;
        long needed = plus(last, times(rest, times.maxDelay()));
        possible += room <= 0 ? 0 : Math.min(rest, room / times.maxDelay());
        return needed <= times.interval() ? new Attempts(attempts, needed) : new Attempts(possible, needed);
    }

    private static long times(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        return high != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    private static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
