package io.outrider.jobspec.hcl.function.crypto;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The cipher with the key schedule of bcrypt, which the JDK's cipher does not show. Its tables begin as the digits of
 * pi, worked out once.
 */
final class Blowfish {
    private static final int ROUNDS = 16;
    private static final int KEYS = ROUNDS + 2;
    private static final int BOX = 256;

    /** Words of the state. */
    static final int WORDS = KEYS + 4 * BOX;

    private static final class Pi {
        private static final int[] FRACTION = fraction();

        private static int[] fraction() {
            int bits = WORDS * 32;
            int guard = 64;
            BigInteger one = BigInteger.ONE.shiftLeft(bits + guard);
            BigInteger pi =
                    arctan(5, one).shiftLeft(4).subtract(arctan(239, one).shiftLeft(2));
            BigInteger fraction =
                    pi.subtract(one.multiply(BigInteger.valueOf(3))).shiftRight(guard);
            int[] words = new int[WORDS];
            for (int i = WORDS - 1; i >= 0; i--) {
                words[i] = fraction.intValue();
                fraction = fraction.shiftRight(32);
            }
            return words;
        }

        /** The angle whose tangent is one part of {@code n}, in units of one part of {@code one}. */
        private static BigInteger arctan(int n, BigInteger one) {
            BigInteger square = BigInteger.valueOf((long) n * n);
            BigInteger power = one.divide(BigInteger.valueOf(n));
            BigInteger sum = power;
            for (int odd = 3; power.signum() != 0; odd += 2) {
                power = power.divide(square);
                BigInteger term = power.divide(BigInteger.valueOf(odd));
                sum = odd % 4 == 3 ? sum.subtract(term) : sum.add(term);
            }
            return sum;
        }
    }

    private final int[] keys;
    private final int[] boxes;

    Blowfish() {
        this.keys = Arrays.copyOf(Pi.FRACTION, KEYS);
        this.boxes = Arrays.copyOfRange(Pi.FRACTION, KEYS, WORDS);
    }

    /** Mixes a key into the state, and a salt if there is one. */
    void expand(byte[] key, byte @Nullable [] salt) {
        int at = 0;
        for (int i = 0; i < KEYS; i++) {
            keys[i] ^= word(key, at);
            at = (at + 4) % key.length;
        }
        int[] block = new int[2];
        at = 0;
        for (int i = 0; i < WORDS; i += 2) {
            if (salt != null) {
                block[0] ^= word(salt, at);
                block[1] ^= word(salt, at + 4);
                at = (at + 8) % salt.length;
            }
            encrypt(block, 0);
            int[] target = i < KEYS ? keys : boxes;
            int place = i < KEYS ? i : i - KEYS;
            target[place] = block[0];
            target[place + 1] = block[1];
        }
    }

    /** Four bytes, the first again after the last. */
    private static int word(byte[] bytes, int start) {
        int word = 0;
        for (int i = 0; i < 4; i++) {
            word = word << 8 | bytes[(start + i) % bytes.length] & 0xFF;
        }
        return word;
    }

    /** Encrypts two words in place. */
    void encrypt(int[] block, int at) {
        int left = block[at] ^ keys[0];
        int right = block[at + 1];
        for (int i = 1; i <= ROUNDS; i += 2) {
            right ^= mixed(left) ^ keys[i];
            left ^= mixed(right) ^ keys[i + 1];
        }
        block[at] = right ^ keys[ROUNDS + 1];
        block[at + 1] = left;
    }

    private int mixed(int word) {
        int sum = boxes[word >>> 24] + boxes[BOX + (word >>> 16 & 0xFF)];
        return (sum ^ boxes[2 * BOX + (word >>> 8 & 0xFF)]) + boxes[3 * BOX + (word & 0xFF)];
    }
}
