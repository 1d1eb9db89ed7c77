package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.References;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One local that has no value yet. */
final class Local {
    private final Attribute attribute;
    private final Set<String> needs = new TreeSet<>();
    private final boolean whole;
    private Diagnostics faults = new Diagnostics();
    private List<String> missed = List.of();

    Local(Attribute attribute) {
        this.attribute = attribute;
        boolean all = false;
        for (Expr.Variable variable : References.in(attribute.value())) {
            Optional<String> name = local(variable);
            name.ifPresent(needs::add);
            all |= variable.name().equals("local") && name.isEmpty();
        }
        this.whole = all;
    }

    private static Optional<String> local(Expr.Variable variable) {
        return variable.name().equals("local")
                        && !variable.steps().isEmpty()
                        && variable.steps().get(0).key() instanceof Value.Str name
                ? Optional.of(name.text())
                : Optional.empty();
    }

    String name() {
        return attribute.name();
    }

    /** Whether it takes {@code local} as a whole: then it must not see what is added later. */
    boolean takesAll() {
        return whole;
    }

    /** What it needs and did not find the last time: while all of it is missing, it would fail again. */
    List<String> missed() {
        return missed;
    }

    /** The value, or empty; what was wrong is kept. */
    Optional<Value> attempt(Evaluator evaluator, Set<String> pending) {
        missed = missing(pending);
        // What is missing makes the hint, whatever the fault.
        faults = missed.isEmpty() ? new Diagnostics() : Diagnostics.withoutHints();
        Value value = evaluator.collecting(faults).evaluate(attribute.value());
        if (faults.hasErrors()) {
            return Optional.empty();
        }
        evaluator.context().diagnostics().addAll(faults.list());
        return Optional.of(value);
    }

    private List<String> missing(Set<String> pending) {
        return needs.stream().filter(pending::contains).toList();
    }

    /** What was wrong the last time; needs that are themselves without a value are named. */
    List<Diagnostic> faults(Set<String> pending) {
        List<String> missing = missing(pending);
        if (missing.isEmpty()) {
            return faults.list();
        }
        String hint = missing.contains(name())
                ? "local." + name() + " refers to itself."
                : "local." + String.join(" and local.", missing) + " could not be worked out either: locals must not"
                        + " refer to each other in a circle.";
        List<Diagnostic> hinted = new ArrayList<>();
        faults.list().forEach(fault -> hinted.add(fault.hint(hint)));
        return hinted;
    }
}
