package io.outrider.jobspec.hcl.function.encoding;

import static io.outrider.jobspec.hcl.function.table.Table.text;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Value;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Encodings. */
public final class EncodingFunctions {
    private static final String STR = "str";

    private EncodingFunctions() {}

    public static void add(Table table) {
        table.fixed("base64encode", (a, b) -> Value.str(base64(bytes(text(a, 0)))), text(STR));
        table.fixed("base64decode", (a, b) -> Value.str(base64decode(text(a, 0))), text(STR));
        table.fixed("urlencode", (a, b) -> Value.str(url(text(a, 0))), text(STR));
        table.fixed("jsonencode", (a, b) -> Value.str(JsonText.encode(a.get(0), b)), Table.nullable("val"));
        table.fixed("jsondecode", (a, b) -> JsonText.decode(text(a, 0), b), text(STR));
        table.fixed("csvdecode", (a, b) -> CsvText.decode(text(a, 0), b), text(STR));
        table.fixed("yamldecode", (a, b) -> YamlReader.read(text(a, 0), b), text("src"));
        table.fixed("yamlencode", (a, b) -> Value.str(YamlWriter.write(a.get(0), b)), Table.nullable("value"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String base64decode(String text) {
        try {
            String bare = text.replace("\n", "").replace("\r", "");
            if (bare.length() % 4 != 0) {
                throw new IllegalArgumentException("padding is missing");
            }
            return utf8(Base64.getDecoder().decode(bare));
        } catch (IllegalArgumentException wrong) {
            throw new FunctionException("failed to decode base64 data '" + text + "'");
        } catch (CharacterCodingException notText) {
            throw new FunctionException("the result of decoding the provided string is not valid UTF-8");
        }
    }

    public static String utf8(byte[] bytes) throws CharacterCodingException {
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
