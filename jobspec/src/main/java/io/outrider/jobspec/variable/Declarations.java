package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Expr;
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
                block.body().attributes().values().forEach(this::shorthand);
            }
        }
        return all;
    }

    private void shorthand(Attribute attribute) {
        Value value = constants.evaluate(attribute.value());
        Range place = attribute.value().range();
        add(new Declaration(attribute.name(), value.type(), value, place, List.of()));
    }

    private void add(Declaration declaration) {
        if (all.putIfAbsent(declaration.name(), declaration) != null) {
            diagnostics.error(
                    "Duplicate variable",
                    "Duplicate " + declaration.name() + " variable definition found.",
                    declaration.place());
        }
    }

    private void variable(Block block) {
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
        if (description != null && !(constants.evaluate(description.value()) instanceof Value.Str)) {
            diagnostics.error(
                    "Unsuitable value type",
                    "Unsuitable value: string required",
                    description.value().range());
        }
        Optional<Type> wanted = type == null ? Optional.of(Type.ANY) : type(type);
        Value value = initial == null ? null : constants.evaluate(initial.value());
        Range place = initial == null ? block.header() : initial.value().range();
        Declaration read = declaration(name, wanted.orElse(Type.ANY), value, place);
        add(new Declaration(name, read.type(), read.initial(), place, validations(block)));
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
        if (expr instanceof Expr.Variable word && word.name().equals("any")) {
            diagnostics.error(
                    "Invalid type specification",
                    "The keyword \"any\" cannot be used in this type specification: an exact type is required.",
                    expr.range());
            return Optional.empty();
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

    private List<Block> validations(Block block) {
        return block.body().blocks().stream()
                .filter(b -> b.type().equals("validation"))
                .filter(this::isComplete)
                .toList();
    }

    private boolean isComplete(Block validation) {
        Map<String, Attribute> attributes = validation.body().attributes();
        Range open = validation.heading().open();
        for (String name : List.of("condition", "error_message")) {
            if (!attributes.containsKey(name)) {
                diagnostics.error(
                        "Missing required argument",
                        "The argument \"" + name + "\" is required, but no definition was found.",
                        new Range(open.source(), open.start(), open.start()));
                return false;
            }
        }
        return isMessage(attributes.get("error_message"));
    }

    private boolean isMessage(@Nullable Attribute attribute) {
        if (attribute == null) {
            return false;
        }
        Value message = constants.evaluate(attribute.value());
        String text = message instanceof Value.Str str ? str.text() : "";
        boolean sentence = !text.isEmpty()
                && !Character.isLowerCase(text.codePointAt(0))
                && ".?!".indexOf(text.charAt(text.length() - 1)) >= 0;
        if (!sentence) {
            String detail = text.isEmpty()
                    ? "An empty string is not a valid nor useful error message."
                    : "Validation error message must be at least one full sentence starting with an uppercase letter"
                            + " and ending with a period or question mark.";
            diagnostics.error(
                    "Invalid validation error message",
                    detail,
                    attribute.value().range());
        }
        return sentence;
    }
}
