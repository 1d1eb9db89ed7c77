package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.value.Value;
import org.jspecify.annotations.Nullable;

/** What is left of the {@link Limits} while expressions are evaluated; of one thread. */
public final class Budget {
    /** About two seconds of hashing. */
    private static final long WORK = 64_000_000;

    /** Comparisons of names: the hints of a file are to take a moment. */
    private static final long HINTS = 20_000_000;

    /** No job is this large, and to walk through such a value takes a moment. */
    private static final long MAX_WEIGHT = 1_000_000;

    /** Smaller values are walked through in no time. */
    private static final long LIGHT = 256;

    private final Limits limits;
    private long steps;
    private long size;
    private long work = WORK;
    private long hints = HINTS;

    public Budget(Limits limits) {
        this.limits = limits;
        this.steps = limits.steps();
        this.size = limits.size();
    }

    Limits limits() {
        return limits;
    }

    void step(Range where) {
        if (--steps < 0) {
            throw over("Evaluation takes too long", "More than " + limits.steps() + " steps were needed.", where);
        }
    }

    /** Accounts for a value that was made, and refuses one that nests too deep. */
    Value made(Value value, Range where) {
        spend(
                value instanceof Value.Str text
                        ? text.text().length()
                        : 1L + value.elements().size(),
                where);
        if (value.weight() > MAX_WEIGHT) {
            throw over("Result too large", "A value may be made of at most " + MAX_WEIGHT + " parts.", where);
        }
        return deepEnough(value, where);
    }

    /** Accounts for a value that is used: whoever gets it may walk through all of it. */
    Value used(Value value, Range where) {
        walk(value.weight(), where);
        return value;
    }

    /** Accounts for a walk through so many things, if they are many. */
    void walk(long amount, Range where) {
        if (amount > LIGHT) {
            work(amount, where);
        }
    }

    /** Accounts for computing that makes nothing, in words written: a function may take long for a short result. */
    public void work(long amount, @Nullable Range where) {
        work -= amount;
        if (work < 0) {
            throw over("Evaluation takes too long", "The functions of this file compute for too long.", where);
        }
    }

    /** Whether there is time left to look for a hint that takes {@code amount}; without one the fault is told still. */
    boolean affordsHint(long amount) {
        hints -= amount;
        return hints >= 0;
    }

    /** Accounts for characters or elements about to be made. */
    public void spend(long amount, @Nullable Range where) {
        size -= amount;
        if (size < 0) {
            throw over(
                    "Result too large",
                    "The expressions of this file make more than " + limits.size() + " characters and elements.",
                    where);
        }
    }

    private Value deepEnough(Value value, Range where) {
        if (value.depth() > limits.depth()) {
            throw new LimitExceeded(
                    Diagnostic.error(
                            "Value nests too deep", "Values may nest at most " + limits.depth() + " levels.", where),
                    true);
        }
        return value;
    }

    private static LimitExceeded over(String summary, String detail, @Nullable Range where) {
        return new LimitExceeded(Diagnostic.error(summary, detail, where), false);
    }
}
