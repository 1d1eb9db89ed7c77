package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.References;
import io.outrider.jobspec.hcl.value.Value;
import java.util.HashSet;
import java.util.Set;

/** Finds variables that a file declares and never refers to. */
public final class Unused {
    private Unused() {}

    /**
     * Warns of them, unless a name is used that is not declared: it is reported, and may be one of them misspelt. A
     * file in JSON is not looked at: what is an expression there is not known beforehand.
     */
    public static void warn(Body file, Diagnostics diagnostics) {
        Set<String> used = new HashSet<>();
        boolean all = file.blocks().stream()
                .filter(block ->
                        !block.type().equals("variable") && !block.type().equals("variables"))
                .allMatch(block -> collect(block.body(), used));
        if (!all || !declared(file).containsAll(used)) {
            return;
        }
        for (Block block : file.blocks()) {
            boolean declares =
                    block.type().equals("variable") && !block.labels().isEmpty();
            if (declares && !used.contains(block.labels().get(0).text())) {
                diagnostics.add(Diagnostic.warning(
                        "Unused variable",
                        "Nothing in this file refers to var."
                                + block.labels().get(0).text() + ".",
                        block.header()));
            }
        }
    }

    private static Set<String> declared(Body file) {
        Set<String> names = new HashSet<>();
        for (Block block : file.blocks()) {
            if (block.type().equals("variables")) {
                names.addAll(block.body().attributes().keySet());
            } else if (block.type().equals("variable") && !block.labels().isEmpty()) {
                names.add(block.labels().get(0).text());
            }
        }
        return names;
    }

    /** Adds the names; false if the whole of {@code var} is used, or the body is JSON. */
    private static boolean collect(Body body, Set<String> used) {
        for (Body.Attribute attribute : body.attributes().values()) {
            for (Expr.Variable variable : References.in(attribute.value())) {
                if (!variable.name().equals("var")) {
                    continue;
                }
                if (variable.steps().isEmpty() || !(variable.steps().get(0).key() instanceof Value.Str name)) {
                    return false;
                }
                used.add(name.text());
            }
        }
        return body.form() == null && body.blocks().stream().allMatch(block -> collect(block.body(), used));
    }
}
