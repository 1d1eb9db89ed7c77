package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.eval.BoundBlock;
import io.outrider.jobspec.hcl.eval.DynamicBlocks;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.jobspec.schema.Spec.Argument;
import io.outrider.jobspec.schema.Spec.Nested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decodes bodies by their tables. Reports every fault it finds and goes on. */
final class Decoder {
    /** What a block costs of the budget for things made: about its size in memory, with its defaults. */
    private static final long BLOCK = 2_000;

    private static final String UNSUITABLE = "Unsuitable value type";

    private final Diagnostics diagnostics;

    Decoder(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Map<String, @Nullable Object> body(BoundBlock block, Spec spec) {
        Range open = block.heading().open();
        return body(block.body(), block.evaluator(), spec, new Range(open.source(), open.start(), open.start()));
    }

    Map<String, @Nullable Object> body(Body written, Evaluator evaluator, Spec spec, Range missing) {
        Body body = written.shaped(spec.shape());
        Map<String, @Nullable Object> json = spec.blank();
        for (Attribute attribute : body.attributes().values()) {
            Argument argument = spec.arguments().get(attribute.name());
            Nested nested = spec.blocks().get(attribute.name());
            if (argument != null) {
                json.put(argument.json(), value(argument.kind(), attribute, evaluator, spec.isPlainlyWorded()));
            } else if (nested != null && nested.alsoArgument()) {
                json.put(((BlockRule.TextMap) nested.rule()).field(), value(Kind.TEXT_MAP, attribute, evaluator));
            } else {
                unsupported(attribute, spec);
            }
        }
        for (Argument argument : spec.arguments().values()) {
            if (argument.required() && !body.attributes().containsKey(argument.name())) {
                diagnostics.error(
                        "Missing required argument",
                        "The argument \"" + argument.name() + "\" is required, but no definition was found.",
                        missing);
            }
        }
        blocks(body, evaluator, spec, json);
        spec.finish(json);
        return json;
    }

    private void blocks(Body body, Evaluator evaluator, Spec spec, Map<String, @Nullable Object> json) {
        Map<String, List<BoundBlock>> byType = new LinkedHashMap<>();
        for (BoundBlock block : DynamicBlocks.expand(body, evaluator, spec.labelCounts())) {
            evaluator.context().budget().spend(BLOCK, block.heading().type());
            Nested nested = spec.blocks().get(block.type());
            if (nested == null) {
                unsupported(block.type(), block.heading().type(), spec);
            } else if (hasLabels(block.type(), block.labels(), block.heading(), nested.labels())
                    && !twice(block, nested, body)) {
                byType.computeIfAbsent(block.type(), t -> new ArrayList<>()).add(block);
            }
        }
        // The order of the table, not of the file: a rule may look at what an earlier one made.
        spec.blocks().forEach((type, nested) -> {
            List<BoundBlock> found = byType.get(type);
            if (found != null) {
                nested.rule().decode(this, found, json);
            }
        });
    }

    private boolean twice(BoundBlock block, Nested nested, Body body) {
        Attribute attribute = nested.alsoArgument() ? body.attributes().get(block.type()) : null;
        if (attribute == null) {
            return false;
        }
        boolean blockLast = block.heading().type().start() > attribute.range().start();
        Range later = blockLast ? block.heading().type() : attribute.nameRange();
        Range earlier = blockLast ? attribute.nameRange() : block.heading().type();
        diagnostics.error(
                "Duplicate " + block.type() + " block",
                block.type() + " may not be defined more than once. Another definition is defined at " + earlier + ".",
                later);
        return true;
    }

    /** The value of an argument as JSON; null (and a diagnostic) if it cannot be one. */
    @Nullable
    Object value(Kind kind, Attribute attribute, Evaluator evaluator) {
        return value(kind, attribute, evaluator, false);
    }

    /** Something in it has failed and was reported there. */
    private static boolean holdsUnknown(Value value) {
        return value.isUnknown()
                || value.isSequence() && value.elements().stream().anyMatch(Value::isUnknown)
                || value.isMapping() && value.entries().values().stream().anyMatch(Value::isUnknown);
    }

    private @Nullable Object value(Kind kind, Attribute attribute, Evaluator evaluator, boolean named) {
        int before = diagnostics.errorCount();
        Value value = evaluator.evaluate(attribute.value());
        if (holdsUnknown(value) || diagnostics.errorCount() > before) {
            return kind.unset();
        }
        try {
            return kind.decode(value);
        } catch (ConversionException wrong) {
            diagnostics.error(
                    named ? "Incorrect attribute value type" : UNSUITABLE,
                    named
                            ? "Inappropriate value for attribute \"" + attribute.name() + "\": " + wrong.getMessage()
                                    + "."
                            : "Unsuitable value: " + wrong.getMessage(),
                    place(attribute.value()));
            return kind.unset();
        }
    }

    /** Where a wrong value is pointed at: a bracket stands for all between it and its partner. */
    static Range place(Expr expr) {
        if (expr instanceof Expr.Tuple tuple) {
            return tuple.open();
        }
        return expr instanceof Expr.Struct struct ? struct.open() : expr.range();
    }

    private void unsupported(Attribute attribute, Spec spec) {
        String name = attribute.name();
        String detail = "An argument named \"" + name + "\" is not expected here.";
        if (!diagnostics.wantsHints()) {
            diagnostics.error("Unsupported argument", detail, attribute.nameRange());
            return;
        }
        String question = NearestName.question(name, spec.arguments().keySet());
        if (spec.blocks().containsKey(name)) {
            question = "Did you mean to define a block of type \"" + name + "\"?";
        } else if (question.isEmpty()) {
            question = NearestName.question(name, spec.blocks().keySet());
        }
        diagnostics.add(Diagnostic.error("Unsupported argument", detail, attribute.nameRange())
                .hint(question.isEmpty() ? expected(name, spec) : question));
    }

    /** Reports all arguments of a body that may hold none. */
    void refuseArguments(Body body, Spec spec) {
        body.attributes().values().forEach(attribute -> unsupported(attribute, spec));
    }

    /** Whether a block as written is one of the table, with its labels; reports it if not. */
    boolean accepts(Body.Block block, Spec spec) {
        Nested nested = spec.blocks().get(block.type());
        if (nested == null) {
            unsupported(block.type(), block.typeRange(), spec);
            return false;
        }
        return hasLabels(block.type(), block.labels(), block.heading(), nested.labels());
    }

    private void unsupported(String type, Range range, Spec spec) {
        String detail = "Blocks of type \"" + type + "\" are not expected here.";
        if (!diagnostics.wantsHints()) {
            diagnostics.error("Unsupported block type", detail, range);
            return;
        }
        String question = NearestName.question(type, spec.blocks().keySet());
        if (spec.arguments().containsKey(type)) {
            question = "Did you mean to define argument \"" + type
                    + "\"? If so, use the equals sign to assign it a value.";
        }
        diagnostics.add(Diagnostic.error("Unsupported block type", detail, range)
                .hint(question.isEmpty() ? expected(type, spec) : question));
    }

    private String expected(String found, Spec spec) {
        String home = JobTables.home(found);
        if (!home.isEmpty()) {
            return home;
        }
        Set<String> names = new LinkedHashSet<>(spec.arguments().keySet());
        names.addAll(spec.blocks().keySet());
        return names.isEmpty() ? "Nothing is expected here." : "Expected here: " + String.join(", ", names) + ".";
    }

    private boolean hasLabels(String type, List<Label> labels, Body.Heading heading, List<String> names) {
        if (labels.size() < names.size()) {
            String name = names.get(labels.size());
            diagnostics.add(Diagnostic.error(
                            "Missing " + name + " for " + type,
                            "All " + type + " blocks must have " + names.size() + " labels (" + String.join(", ", names)
                                    + ").",
                            heading.open())
                    .hint("Put it in quotes in front of the brace: " + type + " \"" + String.join("\" \"", names)
                            + "\" { ... }"));
            return false;
        }
        if (labels.size() > names.size()) {
            String detail = names.isEmpty()
                    ? "No labels are expected for " + type + " blocks."
                    : "Only " + names.size() + " labels (" + String.join(", ", names) + ") are expected for " + type
                            + " blocks.";
            diagnostics.error(
                    "Extraneous label for " + type,
                    detail,
                    labels.get(names.size()).range());
            return false;
        }
        return true;
    }

    /** Reports all blocks after the first. */
    void single(List<BoundBlock> blocks) {
        for (BoundBlock extra : blocks.subList(1, blocks.size())) {
            diagnostics.error(
                    "Duplicate " + extra.type() + " block",
                    "Only one " + extra.type() + " block is allowed. Another was defined at "
                            + blocks.get(0).heading().type() + ".",
                    extra.heading().type());
        }
    }

    /** For bodies of free names: nested blocks have no meaning there. */
    void refuseBlocks(Body body) {
        body.blocks().stream()
                .limit(1)
                .forEach(nested -> diagnostics.error(
                        UNSUITABLE,
                        "Blocks are not allowed here: \"" + nested.type()
                                + "\" must be an argument with a value, such as " + nested.type() + " = \"...\".",
                        nested.header().to(nested.heading().open())));
    }
}
