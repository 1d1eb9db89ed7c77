package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Shape;
import io.outrider.jobspec.hcl.ast.Body.Texts;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.References;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.eval.TypeExpr;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code variable} and {@code variables} blocks. */
final class Declarations {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");
    private static final Set<String> ARGUMENTS = Set.of("type", "default", "description");
    private static final Shape SHAPE = new Shape(ARGUMENTS, Map.of("validation", 0), Set.of("type"), Texts.LITERAL);
    private static final Set<String> RULE = Set.of("condition", "error_message");

    private final Evaluator constants;
    private final Diagnostics diagnostics;
    private final Map<String, Declaration> all = new LinkedHashMap<>();

    /** {@code constants} knows no names and no functions. */
    Declarations(Evaluator constants) {
        this.constants = constants;
        this.diagnostics = constants.context().diagnostics();
    }

    Map<String, Declaration> read(List<Block> blocks) {
        for (Block block : blocks) {
            if (block.type().equals("variable")) {
                variable(block);
            } else if (block.type().equals("variables")) {
                block.body().named(Texts.LITERAL).attributes().values().forEach(this::shorthand);
            }
        }
        return all;
    }

    private void shorthand(Attribute attribute) {
        Value value = constants.evaluate(attribute.value());
        Range place = attribute.value().range();
        add(new Declaration(attribute.name(), value.type(), value, place, List.of()), attribute.nameRange());
    }

    private void add(Declaration declaration, Range where) {
        if (all.putIfAbsent(declaration.name(), declaration) != null) {
            diagnostics.error(
                    "Duplicate variable", "Duplicate " + declaration.name() + " variable definition found.", where);
        }
    }

    private void variable(Block written) {
        Block block = new Block(written.type(), written.labels(), written.body().shaped(SHAPE), written.heading());
        String name = block.labels().get(0).text();
        if (!NAME.matcher(name).matches()) {
            diagnostics.error(
                    "Invalid variable name",
                    "A name must start with a letter or underscore and may contain only letters, digits, underscores,"
                            + " and dashes.",
                    block.labels().get(0).range());
        }
        refuseUnknown(block);
        Map<String, Attribute> attributes = block.body().attributes();
        Attribute type = attributes.get("type");
        Attribute initial = attributes.get("default");
        Attribute description = attributes.get("description");
        if (description != null) {
            describe(description);
        }
        Optional<Type> wanted = type == null ? Optional.of(Type.ANY) : type(type);
        Value value = initial == null ? null : constants.evaluate(initial.value());
        Range place = initial == null ? block.header() : initial.value().range();
        Declaration read = declaration(name, wanted.orElse(Type.ANY), value, place);
        add(new Declaration(name, read.type(), read.initial(), place, validations(block)), block.header());
    }

    private void describe(Attribute description) {
        try {
            Convert.to(constants.evaluate(description.value()), Type.STRING);
        } catch (ConversionException wrong) {
            diagnostics.error(
                    "Unsuitable value type",
                    "Unsuitable value: " + wrong.getMessage(),
                    description.value().range());
        }
    }

    private Declaration declaration(String name, Type wanted, @Nullable Value value, Range place) {
        if (value == null || value.isUnknown()) {
            return new Declaration(name, wanted, value, place, List.of());
        }
        if (wanted == Type.ANY) {
            return new Declaration(name, value.type(), value, place, List.of());
        }
        try {
            return new Declaration(name, wanted, Convert.to(value, wanted), place, List.of());
        } catch (ConversionException wrong) {
            diagnostics.error(
                    "Invalid default value for variable",
                    "This default value is not compatible with the variable's type constraint: " + wrong.getMessage()
                            + ".",
                    place);
            return new Declaration(name, wanted, Value.UNKNOWN, place, List.of());
        }
    }

    private Optional<Type> type(Attribute attribute) {
        Expr expr = attribute.value();
        for (Expr.Variable word : References.in(expr)) {
            if (word.name().equals("any")) {
                diagnostics.error(
                        "Invalid type specification",
                        "The keyword \"any\" cannot be used in this type specification: an exact type is required.",
                        word.range());
                return Optional.empty();
            }
        }
        return TypeExpr.read(expr, diagnostics);
    }

    private void refuseUnknown(Block block) {
        block.body().attributes().values().stream()
                .filter(a -> !ARGUMENTS.contains(a.name()))
                .forEach(a -> diagnostics.error(
                        "Unsupported argument",
                        "An argument named \"" + a.name() + "\" is not expected here.",
                        a.nameRange()));
        block.body().blocks().stream()
                .filter(b -> !b.type().equals("validation"))
                .forEach(b -> diagnostics.error(
                        "Unsupported block type",
                        "Blocks of type \"" + b.type() + "\" are not expected here.",
                        b.typeRange()));
    }

    private List<Validation> validations(Block block) {
        return block.body().blocks().stream()
                .filter(b -> b.type().equals("validation"))
                .map(b -> new Block(b.type(), b.labels(), b.body().shaped(Shape.of(RULE, Map.of())), b.heading()))
                .flatMap(b -> validation(b).stream())
                .toList();
    }

    private Optional<Validation> validation(Block block) {
        Map<String, Attribute> attributes = block.body().attributes();
        attributes.values().stream()
                .filter(a -> !RULE.contains(a.name()))
                .forEach(a -> diagnostics.error(
                        "Unsupported argument",
                        "An argument named \"" + a.name() + "\" is not expected here.",
                        a.nameRange()));
        Attribute condition = attributes.get("condition");
        Attribute message = attributes.get("error_message");
        Range open = block.heading().open();
        if (condition == null) {
            diagnostics.error(
                    "Invalid variable validation specification",
                    "A validation block needs a condition, an expression that is true for good values of the variable.",
                    new Range(open.source(), block.typeRange().start(), open.start()));
            return Optional.empty();
        }
        if (message == null) {
            diagnostics.error(
                    "Missing required argument",
                    "The argument \"error_message\" is required, but no definition was found.",
                    new Range(open.source(), open.start(), open.start()));
            return Optional.empty();
        }
        return message(message).map(text -> new Validation(condition.value(), text, block));
    }

    private Optional<String> message(Attribute attribute) {
        Value message = constants.evaluate(attribute.value());
        String text = message instanceof Value.Str str ? str.text() : "";
        boolean sentence = !text.isEmpty()
                && !Character.isLowerCase(text.codePointAt(0))
                && ".?!".indexOf(text.charAt(text.length() - 1)) >= 0;
        if (sentence) {
            return Optional.of(text);
        }
        diagnostics.error(
                "Invalid validation error message",
                text.isEmpty()
                        ? "An empty string is not a valid nor useful error message."
                        : "Validation error message must be at least one full sentence starting with an uppercase"
                                + " letter and ending with a period or question mark.",
                attribute.value().range());
        return Optional.empty();
    }
}
