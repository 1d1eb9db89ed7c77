package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the value of every declared variable: default, environment, files, arguments; the last one wins. */
public final class VariableValues {
    private static final String PREFIX = "NOMAD_VAR_";

    /** Nobody reads more names in a hint. */
    private static final int MOST = 20;

    private final Evaluator constants;
    private final Evaluator conditions;
    private final Diagnostics diagnostics;
    private final Map<String, Given> winners = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private Map<String, Declaration> declared = Map.of();

    /**
     * Values are read with {@code constants} (no names, no functions), validations with {@code conditions} (functions,
     * no names).
     */
    public VariableValues(Evaluator constants, Evaluator conditions) {
        this.constants = constants;
        this.conditions = conditions;
        this.diagnostics = constants.context().diagnostics();
    }

    /** The values by name; what has none is missing (and reported). */
    public Map<String, Value> read(List<Block> blocks, Variables given) {
        declared = new Declarations(constants).read(blocks);
        declared.values().forEach(d -> {
            if (d.initial() != null) {
                winners.put(d.name(), new Given(d.initial(), d.place(), Origin.DEFAULT));
            }
        });
        declared.values().forEach(d -> {
            String text = given.environment().get(PREFIX + d.name());
            if (text != null) {
                fromText(d, text, Origin.ENVIRONMENT);
            }
        });
        given.files().forEach(file -> fromFile(file, given.strict()));
        given.arguments().forEach(argument -> fromArgument(argument, given.strict()));
        return validated();
    }

    private void fromArgument(String argument, boolean strict) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
            return;
        }
        String name = argument.substring(0, equals);
        Declaration declaration = declared.get(name);
        if (declaration != null) {
            fromText(declaration, argument.substring(equals + 1), Origin.ARGUMENT);
        } else if (strict) {
            diagnostics.add(Diagnostic.error(
                            "Undefined -var variable",
                            "A \"" + name + "\" variable was passed in the command line but was not found in known"
                                    + " variables. To declare variable \"" + name
                                    + "\", place a block variable \"" + name + "\" {} in your job file.",
                            null)
                    .hint(known(name)));
        }
    }

    private String known(String name) {
        if (!diagnostics.wantsHints()) {
            return "";
        }
        String question = NearestName.question(name, declared.keySet());
        return !question.isEmpty()
                ? question
                : declared.isEmpty()
                        ? "The file declares no variables."
                        : "Declared: " + declared.keySet().stream().limit(MOST).collect(Collectors.joining(", "))
                                + (declared.size() > MOST ? ", ..." : ".");
    }

    private void fromText(Declaration declaration, String text, Origin origin) {
        String from = origin == Origin.ENVIRONMENT ? "environment" : "arguments";
        Source source = Source.of("<value for var." + declaration.name() + " from " + from + ">", text);
        Range place = new Range(source, 0, text.length());
        if (declaration.takesText()) {
            take(declaration, new Given(Value.str(text), place, origin));
            return;
        }
        Optional<Expr> read = Hcl.expression(source, constants.context().limits(), diagnostics);
        read.ifPresentOrElse(
                expr -> take(declaration, new Given(constants.evaluate(expr), place, origin)),
                () -> failed.add(declaration.name()));
    }

    private void take(Declaration declaration, Given given) {
        try {
            Value value = Convert.to(given.value(), declaration.type());
            winners.put(declaration.name(), new Given(value, given.place(), given.origin()));
        } catch (ConversionException wrong) {
            failed.add(declaration.name());
            diagnostics.error(
                    given.origin().wrongType(),
                    "The value for " + declaration.name() + " is not compatible with the variable's type constraint: "
                            + wrong.getMessage() + ".",
                    given.place());
        }
    }

    private void fromFile(Source file, boolean strict) {
        Map<String, Given> values = VariableFile.read(file, constants);
        values.forEach((name, value) -> {
            Declaration declaration = declared.get(name);
            if (declaration != null) {
                take(declaration, value);
            } else if (strict) {
                diagnostics.add(Diagnostic.error(
                                "Undefined variable",
                                "A \"" + name + "\" variable was set but was not found in known variables. To declare"
                                        + " variable \"" + name + "\", place a block variable \"" + name
                                        + "\" {} in your job file.",
                                value.place())
                        .hint(known(name)));
            }
        });
    }

    private Map<String, Value> validated() {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Declaration declaration : declared.values()) {
            Given winner = winners.get(declaration.name());
            if (winner == null && failed.contains(declaration.name())) {
                values.put(declaration.name(), Value.UNKNOWN);
                continue;
            }
            if (winner == null) {
                diagnostics.add(Diagnostic.error(
                                "Unset variable \"" + declaration.name() + "\"",
                                "A used variable must be set or have a default value.",
                                declaration.place())
                        .hint("Set it with -var " + declaration.name() + "=..., with -var-file, or in the environment"
                                + " as " + PREFIX + declaration.name() + "."));
                values.put(declaration.name(), Value.UNKNOWN);
                continue;
            }
            values.put(declaration.name(), winner.value());
            declaration.validations().forEach(rule -> rule.check(declaration, winner, conditions));
        }
        return values;
    }
}
