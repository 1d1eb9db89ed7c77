package io.outrider.jobspec.hcl.function;

import static io.outrider.jobspec.hcl.function.Table.text;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Value;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/** Encodings, digests and identifiers. */
final class EncodingFunctions {
    private static final String STR = "str";

    private EncodingFunctions() {}

    static void add(Table table) {
        table.fixed("base64encode", (a, b) -> Value.str(base64(bytes(text(a, 0)))), text(STR));
        table.fixed("base64decode", (a, b) -> Value.str(base64decode(text(a, 0))), text(STR));
        table.fixed("urlencode", (a, b) -> Value.str(url(text(a, 0))), text(STR));
        table.fixed("jsonencode", (a, b) -> Value.str(JsonText.encode(a.get(0), b)), Table.nullable("val"));
        table.fixed("jsondecode", (a, b) -> JsonText.decode(text(a, 0), b), text(STR));
        digest(table, "md5", "MD5");
        digest(table, "sha1", "SHA-1");
        digest(table, "sha256", "SHA-256");
        digest(table, "sha512", "SHA-512");
        table.fixed("uuidv4", (a, b) -> Value.str(UUID.randomUUID().toString()));
    }

    private static void digest(Table table, String name, String algorithm) {
        table.fixed(name, (a, b) -> Value.str(digest(algorithm, bytes(text(a, 0)))), text(STR));
    }

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new FunctionException("this Java lacks " + algorithm);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String base64decode(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
            return utf8(bytes);
        } catch (IllegalArgumentException wrong) {
            throw new FunctionException("failed to decode base64 data '" + text + "'");
        } catch (CharacterCodingException notText) {
            throw new FunctionException("the result of decoding the provided string is not valid UTF-8");
        }
    }

    static String utf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static String url(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
