package io.outrider.state.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outrider.state.model.json.NotPlain;
import io.outrider.state.model.json.PlainJson;
import io.outrider.state.model.json.PlainTree;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The one way model records become JSON and back. Thread-safe. Reading takes what Go writes: null anywhere, unknown
 * fields (ignored), whole numbers as {@link Long} in free-form values; a fraction or text where a whole number belongs
 * is an error. Faults are {@link JacksonException}, which is unchecked and names line, column and path.
 *
 * <p>What is plain goes through {@link PlainJson}, at once; the rest, and all that is wrong, through {@link #mapper()},
 * which takes long to set up and says the same.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Jackson's data binding of records. It writes all fields of both shapes. */
    public static JsonMapper mapper() {
        return Binding.MAPPER;
    }

    /** Writes what the reference's clients print ({@link Shape.JobFile}). */
    public static ObjectWriter jobFile() {
        return Binding.JOB_FILE;
    }

    /** Writes what the reference's servers answer ({@link Shape.Server}). */
    public static ObjectWriter server() {
        return Binding.SERVER;
    }

    /** Writes JSON as UTF-8, piece by piece; whoever asks closes it. */
    public static JsonGenerator generator(OutputStream out) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    /** All fields of both shapes, compact, UTF-8: what the store keeps. */
    public static byte[] bytes(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = generator(bytes)) {
            PlainJson.write(out, value);
        } catch (NotPlain special) {
            return mapper().writeValueAsBytes(value);
        }
        return bytes.toByteArray();
    }

    /** The tree of what {@link #bytes} writes. */
    public static JsonNode treeOf(Object value) {
        return plainOr(() -> PlainTree.of(value), () -> mapper().valueToTree(value));
    }

    /** Reads UTF-8 as a tree, with whole numbers of any size. */
    public static JsonNode tree(byte[] json) {
        return plainOr(() -> plainTree(json), () -> Binding.TREES.readTree(json));
    }

    /** Reads text as a tree, with whole numbers of any size: the API has some of 64 bits without sign. */
    public static JsonNode tree(String json) {
        return plainOr(() -> plainTree(json.getBytes(StandardCharsets.UTF_8)), () -> Binding.TREES.readTree(json));
    }

    /** Reads UTF-8 bytes. */
    public static <T> T read(byte[] json, Class<T> type) {
        return plainOr(() -> PlainJson.read(plainTree(json), type), () -> mapper().readValue(json, type));
    }

    /** Reads text. */
    public static <T> T read(String json, Class<T> type) {
        return plainOr(
                () -> PlainJson.read(plainTree(json.getBytes(StandardCharsets.UTF_8)), type),
                () -> mapper().readValue(json, type));
    }

    /** Reads a tree. */
    public static <T> T read(JsonNode json, Class<T> type) {
        return plainOr(() -> PlainJson.read(json, type), () -> mapper().treeToValue(json, type));
    }

    /** Reads maps, lists and scalars. */
    public static <T> T read(Map<String, @Nullable Object> json, Class<T> type) {
        return plainOr(() -> PlainJson.read(PlainTree.of(json), type), () -> mapper().convertValue(json, type));
    }

    private static JsonNode plainTree(byte[] json) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return PlainTree.parse(in);
        }
    }

    private static <T> T plainOr(Supplier<T> plain, Supplier<T> special) {
        try {
            return plain.get();
        } catch (NotPlain | JacksonException out) {
            return special.get();
        }
    }

    /** Apart, so that it is set up when it is first needed. */
    private static final class Binding {
        private static final JsonMapper MAPPER = JsonMapper.builder()
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(MapperFeature.DEFAULT_VIEW_INCLUSION)
                .disable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.USE_LONG_FOR_INTS)
                .addModule(new SimpleModule("go-time")
                        .addSerializer(Instant.class, new GoTime.Writer())
                        .addDeserializer(Instant.class, new GoTime.Reader()))
                .build();

        private static final ObjectWriter JOB_FILE = MAPPER.rebuild()
                .annotationIntrospector(AnnotationIntrospector.pair(
                        new OmittedFields(), MAPPER.serializationConfig().getAnnotationIntrospector()))
                .build()
                .writerWithView(Shape.JobFile.class);
        private static final ObjectWriter SERVER = MAPPER.writerWithView(Shape.Server.class);

        private static final ObjectReader TREES = MAPPER.reader().without(DeserializationFeature.USE_LONG_FOR_INTS);
    }

    private static final class OmittedFields extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated annotated) {
            return annotated.hasAnnotation(Shape.OmittedInJobFile.class)
                    ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL)
                    : JsonInclude.Value.empty();
        }
    }
}
