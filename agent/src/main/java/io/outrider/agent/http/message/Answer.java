package io.outrider.agent.http.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * What is answered. Immutable.
 *
 * @param status the HTTP status
 * @param headers fields in order, without those that follow from the content's length
 * @param content the body
 */
public record Answer(int status, List<Field> headers, Content content) {

    /** The type of texts. */
    public static final String TEXT = "text/plain; charset=utf-8";

    private static final String TYPE = "Content-Type";

    public Answer {
        headers = List.copyOf(headers);
    }

    /** A value as JSON. */
    public static Answer json(@Nullable Object value) {
        return new Answer(200, List.of(new Field(TYPE, "application/json")), new Content.Value(value));
    }

    /** 200 and nothing else. */
    public static Answer empty() {
        return status(200);
    }

    /** A status without body. */
    public static Answer status(int status) {
        return new Answer(status, List.of(), new Content.None());
    }

    /** A text, as all errors are. */
    public static Answer text(int status, String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8), TEXT).withStatus(status);
    }

    /** Bytes of some type. */
    public static Answer bytes(byte[] bytes, String type) {
        return new Answer(200, List.of(new Field(TYPE, type)), new Content.Bytes(bytes));
    }

    /** Parts of some type, see {@link Content.Stream}. */
    public static Answer stream(Flux<byte[]> parts, String type) {
        return new Answer(200, List.of(new Field(TYPE, type)), new Content.Stream(parts));
    }

    /** The same with another status. */
    public Answer withStatus(int other) {
        return new Answer(other, headers, content);
    }

    /** The same with one more field. */
    public Answer with(String name, String value) {
        List<Field> more = new ArrayList<>(headers);
        more.add(new Field(name, value));
        return new Answer(status, more, content);
    }

    /** The same with another type. */
    public Answer typed(String type) {
        List<Field> others = new ArrayList<>(headers);
        others.removeIf(field -> field.name().equals(TYPE));
        others.add(new Field(TYPE, type));
        return new Answer(status, others, content);
    }

    /** One header field. */
    public record Field(String name, String value) {}
}
