package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts real blocks in the place of {@code dynamic} ones. */
public final class DynamicBlocks {
    private static final Set<String> KNOWN = Set.of("for_each", "iterator", "labels");
    private static final Body.Shape SHAPE =
            new Body.Shape(KNOWN, Map.of("content", 0), Set.of("iterator"), Body.Texts.TEMPLATES);

    private final Evaluator evaluator;
    private final Diagnostics diagnostics;

    private DynamicBlocks(Evaluator evaluator) {
        this.evaluator = evaluator;
        this.diagnostics = evaluator.context().diagnostics();
    }

    /**
     * The blocks of a body in source order.
     *
     * @param labels how many labels each type of block has; a type that is not there is left for the caller to refuse
     */
    public static List<BoundBlock> expand(Body body, Evaluator evaluator, Map<String, Integer> labels) {
        List<BoundBlock> all = new ArrayList<>();
        DynamicBlocks dynamic = new DynamicBlocks(evaluator);
        for (Block block : body.blocks()) {
            if ("dynamic".equals(block.type())) {
                Body shaped = block.body().shaped(SHAPE);
                dynamic.expand(new Block(block.type(), block.labels(), shaped, block.heading()), labels, all);
            } else {
                all.add(new BoundBlock(block.type(), block.labels(), block.body(), block.heading(), evaluator));
            }
        }
        return all;
    }

    private void expand(Block block, Map<String, Integer> labels, List<BoundBlock> all) {
        if (!hasOneLabel(block) || !isWellFormed(block)) {
            return;
        }
        String type = block.labels().get(0).text();
        Optional<Block> content = content(block);
        Attribute forEach = block.body().attributes().get("for_each");
        if (content.isEmpty() || forEach == null) {
            return;
        }
        Optional<String> iterator = iterator(block, type);
        Value source = evaluator.evaluate(forEach.value());
        if (iterator.isEmpty()
                || source.isUnknown()
                || !iterable(source, forEach.value().range())) {
            return;
        }
        Body.Heading heading = new Body.Heading(
                block.labels().get(0).range(), block.header(), block.heading().open());
        for (Map.Entry<Value, Value> element : Loop.elements(source)) {
            Value item = Value.object(Map.of("key", element.getKey(), "value", element.getValue()));
            Evaluator inner = evaluator.with(Map.of(iterator.get(), item));
            evaluator.context().budget().step(forEach.range());
            List<Label> made = labels(block, inner, type, labels.getOrDefault(type, 0));
            if (made == null) {
                return;
            }
            all.add(new BoundBlock(type, made, content.get().body(), heading, inner));
        }
    }

    private boolean iterable(Value source, Range range) {
        if (source.isNull()) {
            diagnostics.error("Invalid dynamic for_each value", "Cannot use a null value in for_each.", range);
            return false;
        }
        if (!source.iterable()) {
            diagnostics.error(
                    "Invalid dynamic for_each value",
                    "Cannot use a " + source.type().friendlyName()
                            + " value in for_each. An iterable collection is required.",
                    range);
            return false;
        }
        return true;
    }

    private boolean hasOneLabel(Block block) {
        if (block.labels().isEmpty()) {
            diagnostics.error(
                    "Missing type for dynamic",
                    "All dynamic blocks must have 1 labels (type).",
                    block.heading().open());
            return false;
        }
        if (block.labels().size() > 1) {
            diagnostics.error(
                    "Extraneous label for dynamic",
                    "Only 1 labels (type) are expected for dynamic blocks.",
                    block.labels().get(1).range());
            return false;
        }
        return true;
    }

    private boolean isWellFormed(Block block) {
        int errors = diagnostics.errorCount();
        block.body().attributes().values().stream()
                .filter(a -> !KNOWN.contains(a.name()))
                .forEach(a -> diagnostics.error(
                        "Unsupported argument",
                        "An argument named \"" + a.name() + "\" is not expected here.",
                        a.nameRange()));
        block.body().blocks().stream()
                .filter(b -> !"content".equals(b.type()))
                .forEach(b -> diagnostics.error(
                        "Unsupported block type",
                        "Blocks of type \"" + b.type() + "\" are not expected here.",
                        b.typeRange()));
        Range open = block.heading().open();
        if (!block.body().attributes().containsKey("for_each")) {
            diagnostics.error(
                    "Missing required argument",
                    "The argument \"for_each\" is required, but no definition was found.",
                    new Range(open.source(), open.start(), open.start()));
        }
        return diagnostics.errorCount() == errors;
    }

    private Optional<Block> content(Block block) {
        List<Block> contents = block.body().blocks();
        Range open = block.heading().open();
        if (contents.isEmpty()) {
            diagnostics.error(
                    "Missing dynamic content block",
                    "A dynamic block must have a nested block of type \"content\" to describe the body of each"
                            + " generated block.",
                    new Range(open.source(), open.start(), open.start()));
            return Optional.empty();
        }
        if (contents.size() > 1) {
            diagnostics.error(
                    "Extraneous dynamic content block",
                    "Only one nested content block is allowed for each dynamic block.",
                    contents.get(1).typeRange());
            return Optional.empty();
        }
        if (!contents.get(0).labels().isEmpty()) {
            diagnostics.error(
                    "Extraneous label for content",
                    "No labels are expected for content blocks.",
                    contents.get(0).labels().get(0).range());
            return Optional.empty();
        }
        return Optional.of(contents.get(0));
    }

    private Optional<String> iterator(Block block, String type) {
        Attribute written = block.body().attributes().get("iterator");
        if (written == null) {
            return Optional.of(type);
        }
        if (!(written.value() instanceof Expr.Variable name)) {
            diagnostics.error(
                    "Invalid expression",
                    "A single static variable reference is required: only attribute access and indexing with constant"
                            + " keys. No calculations, function calls, template expressions, etc are allowed here.",
                    written.value().range());
            return Optional.empty();
        }
        if (!name.steps().isEmpty()) {
            diagnostics.error(
                    "Invalid dynamic iterator name", "Dynamic iterator must be a single variable name.", name.range());
            return Optional.empty();
        }
        return Optional.of(name.name());
    }

    private @Nullable List<Label> labels(Block block, Evaluator inner, String type, int wanted) {
        Attribute written = block.body().attributes().get("labels");
        List<Expr> exprs = List.of();
        if (written != null) {
            if (!(written.value() instanceof Expr.Tuple tuple)) {
                diagnostics.error(
                        "Invalid expression",
                        "A static list expression is required.",
                        written.value().range());
                return null;
            }
            exprs = tuple.items();
        }
        if (written == null && wanted > 0) {
            Range open = block.heading().open();
            diagnostics.error(
                    "Missing required argument",
                    "The argument \"labels\" is required, but no definition was found.",
                    new Range(open.source(), open.start(), open.start()));
            return null;
        }
        if (exprs.size() > wanted) {
            diagnostics.error(
                    "Extraneous dynamic block label",
                    "Blocks of type \"" + type + "\" require " + wanted + " label(s).",
                    exprs.get(wanted).range());
            return null;
        }
        List<Label> labels = new ArrayList<>();
        for (Expr expr : exprs) {
            Value text = label(inner.evaluate(expr), expr.range());
            if (!(text instanceof Value.Str str)) {
                return null;
            }
            labels.add(new Label(str.text(), expr.range()));
        }
        return labels;
    }

    private Value label(Value value, Range range) {
        try {
            Value text = Convert.to(value, Type.STRING);
            if (!text.isNull()) {
                return text;
            }
        } catch (ConversionException wrong) {
            diagnostics.error(
                    "Invalid dynamic block label",
                    "Cannot use this value as a dynamic block label: " + wrong.getMessage() + ".",
                    range);
            return Value.UNKNOWN;
        }
        diagnostics.error("Invalid dynamic block label", "Cannot use a null value as a dynamic block label.", range);
        return Value.UNKNOWN;
    }
}
