package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.eval.BoundBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How the blocks of one type become JSON. */
@FunctionalInterface
interface BlockRule {
    /** {@code blocks} are all of this type in their order, at least one; their labels are already checked. */
    void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json);

    /** What such a block may hold, where a table says it. */
    default Optional<Spec> content() {
        return Optional.empty();
    }

    /** A rule of its own for blocks that a table describes. */
    record Own(BlockRule rule, Supplier<Spec> spec) implements BlockRule {
        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            rule.decode(decoder, blocks, json);
        }

        @Override
        public Optional<Spec> content() {
            return Optional.of(spec.get());
        }
    }

    /** At most one, an object. */
    record One(String field, Supplier<Spec> spec) implements BlockRule {
        public One {
            spec = Spec.once(spec);
        }

        @Override
        public Optional<Spec> content() {
            return Optional.of(spec.get());
        }

        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            decoder.single(blocks);
            json.put(field, decoder.body(blocks.get(0), spec.get()));
        }
    }

    /** A list of objects; the label, if {@code labelField} names a place for it, comes first. */
    record Many(String field, @Nullable String labelField, Supplier<Spec> spec) implements BlockRule {
        public Many {
            spec = Spec.once(spec);
        }

        @Override
        public Optional<Spec> content() {
            return Optional.of(spec.get());
        }

        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            Spec table = spec.get();
            List<Object> all = new ArrayList<>();
            for (BoundBlock block : blocks) {
                Map<String, @Nullable Object> item = decoder.body(block, table);
                if (labelField != null) {
                    item.put(labelField, block.labels().get(0).text());
                }
                all.add(item);
            }
            json.put(field, all);
        }
    }

    /** Labelled blocks as an object by label; of two the last stays. */
    record ByLabel(String field, @Nullable String labelField, Supplier<Spec> spec) implements BlockRule {
        public ByLabel {
            spec = Spec.once(spec);
        }

        @Override
        public Optional<Spec> content() {
            return Optional.of(spec.get());
        }

        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            Map<String, Object> all = new LinkedHashMap<>();
            for (BoundBlock block : blocks) {
                Map<String, @Nullable Object> item = decoder.body(block, spec.get());
                String label = block.labels().get(0).text();
                if (labelField != null) {
                    item.put(labelField, label);
                }
                all.put(label, item);
            }
            json.put(field, all);
        }
    }

    /** Free names with text values. */
    record TextMap(String field) implements BlockRule {
        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            decoder.single(blocks);
            BoundBlock block = blocks.get(0);
            Body body = block.body().named();
            decoder.refuseBlocks(body);
            Map<String, @Nullable Object> texts = new TreeMap<>();
            for (Attribute attribute : body.attributes().values()) {
                texts.put(attribute.name(), decoder.value(Kind.TEXT, attribute, block.evaluator()));
            }
            json.put(field, texts);
        }
    }

    /** Free names with lists of text (HTTP headers). */
    record TextsMap(String field) implements BlockRule {
        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            decoder.single(blocks);
            BoundBlock block = blocks.get(0);
            Body body = block.body().named();
            decoder.refuseBlocks(body);
            Map<String, @Nullable Object> texts = new TreeMap<>();
            for (Attribute attribute : body.attributes().values()) {
                texts.put(attribute.name(), decoder.value(Kind.TEXTS, attribute, block.evaluator()));
            }
            json.put(field, texts);
        }
    }

    /** Anything at all. */
    record Free(String field) implements BlockRule {
        @Override
        public void decode(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
            decoder.single(blocks);
            json.put(
                    field,
                    new FreeForm(blocks.get(0).evaluator())
                            .body(blocks.get(0).body().named()));
        }
    }
}
