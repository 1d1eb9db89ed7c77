package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads type constraints: {@code string}, {@code list(number)}, <code>object({a = bool})</code> and so on. */
public final class TypeExpr {
    private static final String INVALID = "Invalid type specification";

    private TypeExpr() {}

    /** The type, or empty with a diagnostic. */
    public static Optional<Type> read(Expr expr, Diagnostics diagnostics) {
        if (expr instanceof Expr.Variable word && word.steps().isEmpty()) {
            return primitive(word, diagnostics);
        }
        if (expr instanceof Expr.Call call) {
            return constructed(call, diagnostics);
        }
        diagnostics.error(
                INVALID,
                "A type specification is either a primitive type keyword (bool, number, string) or a complex type"
                        + " constructor call, like list(string).",
                expr.range());
        return Optional.empty();
    }

    private static Optional<Type> primitive(Expr.Variable word, Diagnostics diagnostics) {
        switch (word.name()) {
            case "string":
                return Optional.of(Type.STRING);
            case "number":
                return Optional.of(Type.NUMBER);
            case "bool":
                return Optional.of(Type.BOOL);
            case "any":
                return Optional.of(Type.ANY);
            case "list", "set", "map":
                diagnostics.error(
                        INVALID,
                        "The " + word.name() + " type constructor requires one argument specifying the element type.",
                        word.range());
                return Optional.empty();
            default:
                diagnostics.error(
                        INVALID,
                        "The keyword \"" + word.name() + "\" is not a valid type specification.",
                        word.range());
                return Optional.empty();
        }
    }

    private static Optional<Type> constructed(Expr.Call call, Diagnostics diagnostics) {
        if (call.args().size() != 1) {
            diagnostics.error(
                    INVALID,
                    "The " + call.name() + " type constructor requires one argument specifying the element type.",
                    call.range());
            return Optional.empty();
        }
        Expr argument = call.args().get(0);
        return switch (call.name()) {
            case "list" -> read(argument, diagnostics).map(Type::list);
            case "set" -> read(argument, diagnostics).map(Type::set);
            case "map" -> read(argument, diagnostics).map(Type::map);
            case "object" -> struct(argument, diagnostics);
            case "tuple" -> tuple(argument, diagnostics);
            default -> {
                diagnostics.error(
                        INVALID, "Keyword \"" + call.name() + "\" is not a valid type constructor.", call.nameRange());
                yield Optional.empty();
            }
        };
    }

    private static Optional<Type> tuple(Expr argument, Diagnostics diagnostics) {
        if (!(argument instanceof Expr.Tuple written)) {
            diagnostics.error(INVALID, "Tuple type constructor requires a list of element types.", argument.range());
            return Optional.empty();
        }
        List<Type> types = new ArrayList<>();
        for (Expr item : written.items()) {
            Optional<Type> type = read(item, diagnostics);
            if (type.isEmpty()) {
                return type;
            }
            types.add(type.get());
        }
        return Optional.of(new Type.Tuple(List.copyOf(types)));
    }

    private static Optional<Type> struct(Expr argument, Diagnostics diagnostics) {
        if (!(argument instanceof Expr.Struct written)) {
            diagnostics.error(
                    INVALID, "Object type constructor requires a map whose values are types.", argument.range());
            return Optional.empty();
        }
        SortedMap<String, Type> types = new TreeMap<>(Value.BYTES);
        for (Expr.Field field : written.fields()) {
            Optional<Type> type = read(field.value(), diagnostics);
            if (type.isEmpty() || !(field.key() instanceof Expr.Literal key && key.value() instanceof Value.Str name)) {
                return Optional.empty();
            }
            types.put(name.text(), type.get());
        }
        return Optional.of(new Type.Struct(types));
    }
}
