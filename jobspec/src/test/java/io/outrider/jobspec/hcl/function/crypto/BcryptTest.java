package io.outrider.jobspec.hcl.function.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Hashes are those of the published test vectors of crypt_blowfish. */
final class BcryptTest {
    private static final String ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static String hash(String password, String salt) {
        return Bcrypt.hash(password.getBytes(StandardCharsets.ISO_8859_1), 5, salt(salt));
    }

    private static byte[] salt(String text) {
        byte[] salt = new byte[16];
        int held = 0;
        int bits = 0;
        int at = 0;
        for (char c : text.toCharArray()) {
            held = held << 6 | ALPHABET.indexOf(c);
            bits += 6;
            if (bits >= 8 && at < salt.length) {
                bits -= 8;
                salt[at++] = (byte) (held >> bits);
            }
        }
        return salt;
    }

    @Test
    void hashesAreThePublishedOnes() {
        assertThat(hash("U*U", "CCCCCCCCCCCCCCCCCCCCC."))
                .isEqualTo("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
        assertThat(hash("U*U*", "CCCCCCCCCCCCCCCCCCCCC."))
                .isEqualTo("$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK");
        assertThat(hash("", "CCCCCCCCCCCCCCCCCCCCC."))
                .isEqualTo("$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy");
    }
}
