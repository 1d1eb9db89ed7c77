package io.outrider.jobspec.hcl.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A number with a mantissa of 512 bits, held exactly in decimal, with the two infinities and minus zero. Exponents
 * beyond {@value #MAX_EXPONENT} are infinity or zero: nobody means them, and as text they would fill memory.
 */
public record Num(BigDecimal value, Special special) implements Comparable<Num> {
    /** What a decimal cannot hold. */
    public enum Special {
        NONE,
        MINUS_ZERO,
        INFINITY,
        MINUS_INFINITY
    }

    /** Trailing zeros go, so that equal numbers are equal records. */
    public Num {
        value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    /** Of quotients and powers before they are rounded to the mantissa. */
    private static final MathContext PRECISION = new MathContext(400, RoundingMode.HALF_EVEN);

    public static final Num ZERO = new Num(BigDecimal.ZERO, Special.NONE);
    public static final Num INFINITY = new Num(BigDecimal.ZERO, Special.INFINITY);
    public static final Num MINUS_INFINITY = new Num(BigDecimal.ZERO, Special.MINUS_INFINITY);
    private static final Num MINUS_ZERO = new Num(BigDecimal.ZERO, Special.MINUS_ZERO);
    private static final int MAX_EXPONENT = 1_100;

    /** More characters no written number has: each costs as much as all before it. */
    public static final int MAX_CHARACTERS = 10_000;

    private static final Pattern FORM =
            Pattern.compile("[+-]?(?:[0-9]++\\.?+[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]{1,9})?");
    private static final Pattern BINARY = Pattern.compile("([+-]?[0-9]++)p([+-]?[0-9]{1,4})");
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);

    public static Num of(long value) {
        return new Num(BigDecimal.valueOf(value), Special.NONE);
    }

    /** Rounded to the precision, and to infinity or zero outside the range of exponents. */
    public static Num of(BigDecimal value) {
        if (value.signum() == 0) {
            return ZERO;
        }
        long exponent = (long) value.precision() - value.scale();
        if (exponent > MAX_EXPONENT) {
            return value.signum() > 0 ? INFINITY : MINUS_INFINITY;
        }
        if (exponent < -MAX_EXPONENT) {
            return ZERO;
        }
        return new Num(Mantissa.rounded(value), Special.NONE);
    }

    public static Num of(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? INFINITY : MINUS_INFINITY;
        }
        return of(new BigDecimal(value));
    }

    /**
     * Reads what the reference converts from text (no blanks, no hexadecimal, no underscores), or is empty; so is what
     * is longer than {@value #MAX_CHARACTERS}.
     */
    public static Optional<Num> parse(String text) {
        if (text.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        if (FORM.matcher(text).matches()) {
            Num read = of(new BigDecimal(text.endsWith(".") ? text + "0" : text.replace(".e", ".0e")));
            return Optional.of(read.isZero() && text.startsWith("-") ? MINUS_ZERO : read);
        }
        var binary = BINARY.matcher(text);
        if (binary.matches()) {
            BigDecimal power = BigDecimal.valueOf(2).pow(Integer.parseInt(binary.group(2)), PRECISION);
            return Optional.of(of(new BigDecimal(binary.group(1)).multiply(power, PRECISION)));
        }
        return switch (text) {
            case "Inf", "+Inf", "inf", "+inf" -> Optional.of(INFINITY);
            case "-Inf", "-inf" -> Optional.of(MINUS_INFINITY);
            default -> Optional.empty();
        };
    }

    public boolean isInfinite() {
        return special == Special.INFINITY || special == Special.MINUS_INFINITY;
    }

    public boolean isZero() {
        return !isInfinite() && value.signum() == 0;
    }

    public int signum() {
        return special == Special.INFINITY ? 1 : special == Special.MINUS_INFINITY ? -1 : value.signum();
    }

    public boolean isWhole() {
        return !isInfinite() && (value.signum() == 0 || value.scale() <= 0);
    }

    /** The number as 64 bits, or empty if it is not whole or does not fit. */
    public Optional<Long> asLong() {
        if (!isWhole() || (long) value.precision() - value.scale() > 20) {
            return Optional.empty();
        }
        BigInteger whole = value.toBigIntegerExact();
        return whole.compareTo(LONG_MAX) > 0 || whole.compareTo(LONG_MIN) < 0
                ? Optional.empty()
                : Optional.of(whole.longValue());
    }

    public double asDouble() {
        return isInfinite()
                ? (signum() > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY)
                : special == Special.MINUS_ZERO ? -0.0 : value.doubleValue();
    }

    public Num negate() {
        return switch (special) {
            case INFINITY -> MINUS_INFINITY;
            case MINUS_INFINITY -> INFINITY;
            case MINUS_ZERO -> ZERO;
            case NONE -> value.signum() == 0 ? MINUS_ZERO : new Num(value.negate(), Special.NONE);
        };
    }

    /** The sum; infinities of both signs cannot be added (ArithmeticException). */
    public Num plus(Num other) {
        if (isInfinite() || other.isInfinite()) {
            if (isInfinite() && other.isInfinite() && special != other.special) {
                throw new ArithmeticException("can't compute sum of opposing infinities");
            }
            return isInfinite() ? this : other;
        }
        return of(value.add(other.value));
    }

    public Num times(Num other) {
        if (isInfinite() || other.isInfinite()) {
            if (isZero() || other.isZero()) {
                throw new ArithmeticException("can't multiply zero by infinity");
            }
            return signum() * other.signum() > 0 ? INFINITY : MINUS_INFINITY;
        }
        Num product = of(value.multiply(other.value));
        return product.isZero() && negative() != other.negative() ? MINUS_ZERO : product;
    }

    /** The quotient; by zero it is infinity. */
    public Num dividedBy(Num other) {
        if (isInfinite() && other.isInfinite() || isZero() && other.isZero()) {
            throw new ArithmeticException("can't divide zero by zero or infinity by infinity");
        }
        if (isInfinite() || other.isZero()) {
            return negative() == other.negative() ? INFINITY : MINUS_INFINITY;
        }
        return other.isInfinite() ? ZERO : of(value.divide(other.value, PRECISION));
    }

    /** The remainder with the sign of this; of a division by zero it is this. */
    public Num modulo(Num other) {
        if (isInfinite()) {
            throw new ArithmeticException("can't use infinity as dividend");
        }
        if (other.isZero() || other.isInfinite() || value.abs().compareTo(other.value.abs()) < 0) {
            return this;
        }
        BigDecimal whole = new BigDecimal(value.divide(other.value, PRECISION)
                .setScale(0, RoundingMode.DOWN)
                .toBigInteger());
        return of(value.subtract(whole.multiply(other.value)));
    }

    private boolean negative() {
        return special == Special.MINUS_ZERO || signum() < 0;
    }

    /** Decimal text, never with an exponent. */
    public String text() {
        return switch (special) {
            case INFINITY -> "+Inf";
            case MINUS_INFINITY -> "-Inf";
            case MINUS_ZERO -> "-0";
            case NONE -> Mantissa.text(value);
        };
    }

    @Override
    public int compareTo(Num other) {
        if (isInfinite() || other.isInfinite()) {
            return Integer.compare(isInfinite() ? signum() * 2 : 0, other.isInfinite() ? other.signum() * 2 : 0);
        }
        return value.compareTo(other.value);
    }
}
