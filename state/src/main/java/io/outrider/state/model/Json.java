package io.outrider.state.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
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
 * is an error. Faults are {@link tools.jackson.core.JacksonException}, which is unchecked and names line, column and
 * path.
 */
public final class Json {
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

    private Json() {}

    /** The mapper itself, for trees and streams. It writes all fields of both shapes. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Writes what the reference's clients print ({@link Shape.JobFile}). */
    public static ObjectWriter jobFile() {
        return JOB_FILE;
    }

    /** Writes what the reference's servers answer ({@link Shape.Server}). */
    public static ObjectWriter server() {
        return SERVER;
    }

    /** All fields of both shapes, compact, UTF-8: what the store keeps. */
    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** Reads UTF-8 bytes. */
    public static <T> T read(byte[] json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    /** Reads text. */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }

    /** Reads a tree. */
    public static <T> T read(JsonNode json, Class<T> type) {
        return MAPPER.treeToValue(json, type);
    }

    /** Reads text as a tree, with whole numbers of any size: the API has some of 64 bits without sign. */
    public static JsonNode tree(String json) {
        return TREES.readTree(json);
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
