package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.ast.Body.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a block may hold and where it goes in the API's JSON: a table, filled once by the builder methods. */
final class Spec {
    /** One argument. */
    record Argument(String name, String json, Kind kind, boolean required) {}

    /** One type of nested block. */
    record Nested(String name, List<String> labels, BlockRule rule, boolean alsoArgument) {}

    private final Map<String, Argument> arguments = new LinkedHashMap<>();
    private final Map<String, Nested> blocks = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> initial = new LinkedHashMap<>();
    private boolean plainWording;
    private final List<Consumer<Map<String, @Nullable Object>>> finish = new ArrayList<>();

    /** A table that is made when it is first asked for, and then kept: it does not change once it is made. */
    static Supplier<Spec> once(Supplier<Spec> source) {
        return source instanceof Once ? source : new Once(source);
    }

    /** Two threads may make it at the same time; the tables are equal, and one of them stays. */
    private static final class Once implements Supplier<Spec> {
        private final Supplier<Spec> source;
        private volatile @Nullable Spec made;

        Once(Supplier<Spec> source) {
            this.source = source;
        }

        @Override
        public Spec get() {
            Spec spec = made;
            if (spec == null) {
                spec = source.get();
                made = spec;
            }
            return spec;
        }
    }

    /** An argument; without a JSON name it is read, checked and kept under its own name for {@link #then}. */
    Spec argument(Kind kind, String name, String json) {
        arguments.put(name, new Argument(name, json, kind, false));
        initial.put(json, kind.unset());
        return this;
    }

    Spec required(Kind kind, String name, String json) {
        argument(kind, name, json);
        arguments.put(name, new Argument(name, json, kind, true));
        return this;
    }

    /** An argument of a later version of the API: not in the JSON unless it is written. */
    Spec newer(Kind kind, String name, String json) {
        arguments.put(name, new Argument(name, json, kind, false));
        return this;
    }

    /** The same for a block, an object. */
    Spec newerOne(String name, String json, Supplier<Spec> spec) {
        return block(name, List.of(), new BlockRule.One(json, spec), null);
    }

    /** The same for any number of blocks, a list. */
    Spec newerMany(String name, String json, Supplier<Spec> spec) {
        return block(name, List.of(), new BlockRule.Many(json, null, spec), null);
    }

    /** The same for blocks with a name, a list. */
    Spec newerNamed(String name, String json, Supplier<Spec> spec) {
        return block(name, List.of("name"), new BlockRule.Many(json, "Name", spec), null);
    }

    /** A JSON field that no job file sets. */
    Spec fixed(String json, @Nullable Object value) {
        initial.put(json, value);
        return this;
    }

    /** At most one block, an object. */
    Spec one(String name, String json, Supplier<Spec> spec) {
        return block(name, List.of(), new BlockRule.One(json, spec), json);
    }

    /** Any number of blocks, a list. */
    Spec many(String name, String json, Supplier<Spec> spec) {
        return block(name, List.of(), new BlockRule.Many(json, null, spec), json);
    }

    /** Any number of labelled blocks, a list; the label goes to the field {@code labelJson}. */
    Spec labelled(String name, String json, String labelJson, Supplier<Spec> spec) {
        return block(name, List.of("name"), new BlockRule.Many(json, labelJson, spec), json);
    }

    /** At most one block of free names with text values. */
    Spec textMap(String name, String json) {
        return block(name, List.of(), new BlockRule.TextMap(json), json);
    }

    /** The same, which may be written as an argument too. */
    Spec textMapOrArgument(String name, String json) {
        block(name, List.of(), new BlockRule.TextMap(json), json);
        blocks.put(name, new Nested(name, List.of(), new BlockRule.TextMap(json), true));
        return this;
    }

    /** At most one block in which everything is allowed. */
    Spec free(String name, String json) {
        return block(name, List.of(), new BlockRule.Free(json), json);
    }

    Spec block(String name, List<String> labels, BlockRule rule, @Nullable String json) {
        blocks.put(name, new Nested(name, labels, rule, false));
        if (json != null) {
            initial.put(json, null);
        }
        return this;
    }

    /** Values of a wrong type are reported with the name of the argument. */
    Spec plainWording() {
        plainWording = true;
        return this;
    }

    boolean isPlainlyWorded() {
        return plainWording;
    }

    /** A step after all else is decoded, on the JSON object. */
    Spec then(Consumer<Map<String, @Nullable Object>> step) {
        finish.add(step);
        return this;
    }

    /** All that another table has. */
    Spec include(Spec other) {
        arguments.putAll(other.arguments);
        blocks.putAll(other.blocks);
        initial.putAll(other.initial);
        finish.addAll(other.finish);
        return this;
    }

    Map<String, Argument> arguments() {
        return arguments;
    }

    Map<String, Nested> blocks() {
        return blocks;
    }

    Map<String, Integer> labelCounts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        blocks.forEach((name, nested) -> counts.put(name, nested.labels().size()));
        return counts;
    }

    /** What tells arguments from blocks in JSON; there blocks that may be arguments are blocks. */
    Shape shape() {
        Map<String, Integer> counts = new LinkedHashMap<>(labelCounts());
        counts.put("dynamic", 1);
        return Shape.of(arguments.keySet(), counts);
    }

    /** A fresh JSON object with everything unset. */
    Map<String, @Nullable Object> blank() {
        return new LinkedHashMap<>(initial);
    }

    void finish(Map<String, @Nullable Object> json) {
        finish.forEach(step -> step.accept(json));
    }
}
