package io.outrider.jobspec.hcl.function.crypto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Password hashes of the form {@code $2a$}. */
final class Bcrypt {
    static final int MIN_COST = 4;
    static final int MAX_COST = 31;
    static final int SALT_BYTES = 16;

    /** Longer passwords do not count. */
    private static final int KEY_BYTES = 72;

    private static final String ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String MAGIC = "OrpheanBeholderScryDoubt";

    private Bcrypt() {}

    /** What a hash costs, in words written. */
    static long work(int cost) {
        return (2L << cost) * Blowfish.WORDS;
    }

    static String hash(byte[] password, int cost, byte[] salt) {
        byte[] key = Arrays.copyOf(password, Math.min(KEY_BYTES, password.length + 1));
        Blowfish cipher = new Blowfish();
        cipher.expand(key, salt);
        for (long round = 1L << cost; round > 0; round--) {
            cipher.expand(key, null);
            cipher.expand(salt, null);
        }
        int[] text = words(MAGIC.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 64; i++) {
            for (int at = 0; at < text.length; at += 2) {
                cipher.encrypt(text, at);
            }
        }
        byte[] digest = new byte[23];
        for (int i = 0; i < digest.length; i++) {
            digest[i] = (byte) (text[i / 4] >>> 24 - 8 * (i % 4));
        }
        return String.format("$2a$%02d$", cost) + encode(salt) + encode(digest);
    }

    private static int[] words(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        for (int i = 0; i < bytes.length; i++) {
            words[i / 4] = words[i / 4] << 8 | bytes[i] & 0xFF;
        }
        return words;
    }

    private static String encode(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        int held = 0;
        int bits = 0;
        for (byte next : bytes) {
            held = held << 8 | next & 0xFF;
            bits += 8;
            while (bits >= 6) {
                bits -= 6;
                out.append(ALPHABET.charAt(held >> bits & 63));
            }
        }
        if (bits > 0) {
            out.append(ALPHABET.charAt(held << 6 - bits & 63));
        }
        return out.toString();
    }
}
