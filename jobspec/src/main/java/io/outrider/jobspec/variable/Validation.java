package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.References;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One {@code validation} block: a condition on the variable it stands in, and what to say when it is not met. */
record Validation(Expr condition, String message, Block block) {
    private static final String BAD_RESULT = "Invalid variable validation result";

    /** Reports a value that does not meet the condition. */
    void check(Declaration declaration, Given given, Evaluator conditions) {
        Diagnostics diagnostics = conditions.context().diagnostics();
        Diagnostics own = new Diagnostics();
        boolean sound = refersToItself(declaration.name(), diagnostics);
        Value variable = Value.object(Map.of(declaration.name(), given.value()));
        Value result = conditions.with(Map.of("var", variable)).collecting(own).evaluate(condition);
        if (sound) {
            diagnostics.addAll(own.list());
        }
        if (own.hasErrors() || result.isUnknown()) {
            return;
        }
        try {
            if (Convert.to(result, Type.BOOL) instanceof Value.Bool bool && !bool.value()) {
                diagnostics.error(
                        "Invalid value for " + given.origin().word() + " variable",
                        message + "\n\nThis was checked by the validation rule at " + block.typeRange() + ".",
                        given.place());
            }
        } catch (ConversionException wrong) {
            diagnostics.error(
                    BAD_RESULT,
                    "Invalid validation condition result value: " + wrong.getMessage() + ".",
                    condition.range());
        }
    }

    private boolean refersToItself(String name, Diagnostics diagnostics) {
        Set<String> bound = References.bound(condition);
        List<Expr.Variable> wrong = References.in(condition).stream()
                .filter(v -> !isOwn(v, name) && !bound.contains(v.name()))
                .toList();
        for (Expr.Variable other : wrong) {
            diagnostics.error(
                    "Invalid reference in variable validation",
                    "The condition for variable \"" + name + "\" can only refer to the variable itself, using var."
                            + name + ".",
                    other.range());
        }
        boolean itself = References.in(condition).stream().anyMatch(v -> isOwn(v, name));
        if (!itself) {
            Range range = condition.range();
            diagnostics.error(
                    "Invalid variable validation condition",
                    "The condition for variable \"" + name + "\" must refer to var." + name
                            + " in order to test incoming values.",
                    range);
        }
        return itself && wrong.isEmpty();
    }

    private static boolean isOwn(Expr.Variable variable, String name) {
        return variable.name().equals("var")
                && !variable.steps().isEmpty()
                && variable.steps().get(0).key().equals(Value.str(name));
    }
}
