package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import java.util.Set;
import java.util.TreeSet;

/** Names that stay in the text for whoever reads it later: those that nobody will know are probably slips. */
final class KeptNames {
    private static final Set<String> AT_RUN_TIME = Set.of("attr", "env", "meta", "node", "device");

    private KeptNames() {}

    private static boolean isInTemplate(Range range) {
        String text = range.source().text();
        int before = range.start() - 1;
        while (before >= 0 && " \t~".indexOf(text.charAt(before)) >= 0) {
            before--;
        }
        return before >= 0 && text.charAt(before) == '{';
    }

    /** Names in capitals may be variables of the environment: nothing is said about them. */
    static void warn(Expr.Variable expr, Scope scope, Diagnostics diagnostics) {
        String root = expr.name();
        boolean fine = AT_RUN_TIME.contains(root) || Character.isUpperCase(root.codePointAt(0)) || root.startsWith("_");
        if (fine || diagnostics.isFull()) {
            return;
        }
        boolean word = expr.steps().isEmpty() && !isInTemplate(expr.range());
        Set<String> known = new TreeSet<>(scope.known());
        known.addAll(AT_RUN_TIME);
        String question = NearestName.question(root, known);
        diagnostics.add(Diagnostic.warning(
                        "Unknown name kept as text",
                        "Nothing here is called \"" + root + "\", so this becomes the text \"${" + expr.shown()
                                + "}\", to be filled in when the task starts.",
                        expr.range())
                .hint(
                        !question.isEmpty()
                                ? question
                                : word
                                        ? "Text stands in quotes: \"" + root + "\"."
                                        : "Known here: " + String.join(", ", known) + "."));
    }
}
