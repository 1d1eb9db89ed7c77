package io.outrider.jobspec.hcl.function.crypto;

import io.outrider.jobspec.hcl.eval.FunctionException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;

/** Decryption with a private key in PEM form, padding of PKCS #1 version 1.5. */
final class Rsa {
    private static final Pattern PEM = Pattern.compile(
            "-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]{1,20000})-----END \\1?PRIVATE KEY-----");

    /** Version 0 and the algorithm's name: what stands around a bare RSA key in PKCS #8. */
    private static final byte[] PKCS8_HEAD = {
        2, 1, 0, 0x30, 0x0D, 6, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 5, 0
    };

    private Rsa() {}

    static String decrypt(String ciphertext, String key) {
        byte[] bytes = base64(ciphertext);
        PrivateKey secret = key(key);
        try {
            Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
            cipher.init(Cipher.DECRYPT_MODE, secret);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(cipher.doFinal(bytes)))
                    .toString();
        } catch (GeneralSecurityException | CharacterCodingException wrong) {
            throw new FunctionException("failed to decrypt: the key does not fit the text");
        }
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException wrong) {
            throw new FunctionException("failed to decode input: it must be base64-encoded");
        }
    }

    private static PrivateKey key(String text) {
        Matcher pem = PEM.matcher(text);
        if (!pem.find()) {
            throw new FunctionException("failed to parse key: no key found");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.group(2));
            byte[] wrapped = pem.group(1) == null ? der : pkcs8(der);
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(wrapped));
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            throw new FunctionException("failed to parse key: it is no RSA key");
        }
    }

    private static byte[] pkcs8(byte[] key) {
        byte[] octets = der(4, key);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(PKCS8_HEAD);
        content.writeBytes(octets);
        return der(0x30, content.toByteArray());
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.length;
        if (length < 0x80) {
            out.write(length);
        } else {
            boolean two = length > 0xFF;
            out.write(two ? 0x82 : 0x81);
            if (two) {
                out.write(length >> 8);
            }
            out.write(length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
