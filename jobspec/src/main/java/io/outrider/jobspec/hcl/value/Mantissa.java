package io.outrider.jobspec.hcl.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rounds decimals to the nearest number with a mantissa of 512 bits, and finds the shortest text that reads as one. */
final class Mantissa {
    private static final int BITS = 512;

    /** More digits are never needed to tell two such numbers apart. */
    private static final int MAX_DIGITS = 156;

    private Mantissa() {}

    static BigDecimal rounded(BigDecimal value) {
        if (value.scale() <= 0) {
            return whole(value);
        }
        BigInteger numerator = value.unscaledValue();
        BigInteger denominator = BigInteger.TEN.pow(value.scale());
        int shift =
                Math.max(0, BITS + 1 + denominator.bitLength() - numerator.abs().bitLength());
        BigInteger[] parts = numerator.abs().shiftLeft(shift).divideAndRemainder(denominator);
        int drop = Math.max(0, parts[0].bitLength() - BITS);
        BigInteger mantissa = halfEven(parts[0], drop, parts[1].signum() != 0);
        int exponent = drop - shift;
        BigDecimal magnitude = exponent >= 0
                ? new BigDecimal(mantissa.shiftLeft(exponent))
                : new BigDecimal(mantissa.multiply(BigInteger.valueOf(5).pow(-exponent)), -exponent);
        return value.signum() < 0 ? magnitude.negate() : magnitude;
    }

    private static BigDecimal whole(BigDecimal value) {
        BigInteger magnitude = value.abs().toBigIntegerExact();
        int drop = magnitude.bitLength() - BITS;
        if (drop <= 0) {
            return value;
        }
        BigDecimal nearest = new BigDecimal(halfEven(magnitude, drop, false).shiftLeft(drop));
        return value.signum() < 0 ? nearest.negate() : nearest;
    }

    /** Without the last {@code drop} bits; {@code more} says that bits beyond them are set. */
    private static BigInteger halfEven(BigInteger value, int drop, boolean more) {
        if (drop == 0) {
            return value;
        }
        BigInteger kept = value.shiftRight(drop);
        boolean half = value.testBit(drop - 1);
        boolean rest = more || value.getLowestSetBit() < drop - 1;
        return half && (rest || kept.testBit(0)) ? kept.add(BigInteger.ONE) : kept;
    }

    /** Decimal text without exponent. */
    static String text(BigDecimal value) {
        if (value.scale() <= 0 && value.precision() - value.scale() <= MAX_DIGITS - 2) {
            return value.toPlainString();
        }
        int low = 1;
        int high = MAX_DIGITS;
        while (low < high) {
            int middle = (low + high) / 2;
            boolean enough = rounded(digits(value, middle)).compareTo(value) == 0;
            low = enough ? low : middle + 1;
            high = enough ? middle : high;
        }
        return digits(value, low).stripTrailingZeros().toPlainString();
    }

    private static BigDecimal digits(BigDecimal value, int count) {
        return value.round(new MathContext(count, RoundingMode.HALF_EVEN));
    }
}
