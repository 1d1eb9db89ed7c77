package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Expression.Command;
import io.outrider.agent.cli.template.Expression.Pipe;
import io.outrider.agent.cli.template.Origin.Span;
import io.outrider.agent.cli.template.Token.Kind;
import io.outrider.jobspec.hcl.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what has a value: the inside of actions. Knows which variables and functions there are. */
final class Pipes {

    private final Origin origin;
    private final Words words;
    private final Set<String> functions;
    private List<String> variables = new ArrayList<>(List.of("$"));

    Pipes(Origin origin, Words words, Set<String> functions) {
        this.origin = origin;
        this.words = words;
        this.functions = functions;
    }

    /** What {@link #leave} forgets the variables down to. */
    int scope() {
        return variables.size();
    }

    void leave(int scope) {
        variables.subList(scope, variables.size()).clear();
    }

    /** Begins a template of its own; what it returns is for {@link #restore}. */
    List<String> fresh() {
        List<String> around = variables;
        variables = new ArrayList<>(List.of("$"));
        return around;
    }

    void restore(List<String> around) {
        variables = around;
    }

    /** A pipeline and the end of its action. */
    Pipe untilClosed(String context) {
        Pipe pipe = pipe(context, Kind.CLOSE);
        words.expect(Kind.CLOSE);
        return pipe;
    }

    private Pipe pipe(String context, Kind end) {
        int from = words.peek().span().from();
        List<String> targets = new ArrayList<>();
        boolean declares = targets(context, targets);
        List<Command> commands = new ArrayList<>();
        commands.add(command(context));
        while (words.peek().is(Kind.PIPE)) {
            words.next();
            commands.add(command(context));
        }
        if (!words.peek().is(end)) {
            throw words.fault("unexpected " + words.shown(words.peek()) + " in " + context);
        }
        if (declares) {
            variables.addAll(targets);
        }
        return new Pipe(
                targets,
                declares,
                commands,
                new Span(from, commands.get(commands.size() - 1).span().to()));
    }

    /** The variables before {@code :=} or {@code =}, if there are any; true for the former. */
    private boolean targets(String context, List<String> targets) {
        boolean pair = words.peek().is(Kind.VARIABLE) && words.second().is(Kind.COMMA) && context.equals("range");
        if (pair) {
            targets.add(words.next().text());
            words.next();
            targets.add(words.expect(Kind.VARIABLE).text());
        } else if (words.peek().is(Kind.VARIABLE) && isSet(words.second())) {
            targets.add(words.next().text());
        } else {
            return false;
        }
        Token sign = words.next();
        if (!isSet(sign)) {
            throw words.fault("expected := or = behind the variables");
        }
        boolean declares = sign.is(Kind.DECLARE);
        if (!declares) {
            targets.forEach(this::known);
        }
        return declares;
    }

    private static boolean isSet(Token token) {
        return token.is(Kind.DECLARE) || token.is(Kind.ASSIGN);
    }

    private void known(String variable) {
        if (!variables.contains(variable)) {
            throw words.fault("undefined variable \"" + variable + "\"");
        }
    }

    private Command command(String context) {
        List<Expression> parts = new ArrayList<>();
        for (Optional<Expression> part = operand(); part.isPresent(); part = operand()) {
            parts.add(part.get());
            if (!words.peek().spaced() && isOperand(words.peek())) {
                throw words.fault("unexpected " + words.shown(words.peek()) + " in operand");
            }
        }
        if (parts.isEmpty()) {
            throw words.fault("missing value for " + context);
        }
        Expression last = parts.get(parts.size() - 1);
        return new Command(
                parts, new Span(parts.get(0).span().from(), last.span().to()));
    }

    private static boolean isOperand(Token token) {
        return switch (token.kind()) {
            case FIELD, DOT, VARIABLE, WORD, NUMBER, CHARACTER, STRING, LEFT -> true;
            default -> false;
        };
    }

    /** A value with the fields behind it. */
    private Optional<Expression> operand() {
        Token first = words.peek();
        if (!isOperand(first)) {
            return Optional.empty();
        }
        words.next();
        int from = first.span().from();
        List<String> names = new ArrayList<>();
        Expression term = term(first, names);
        int to = term.span().to();
        while (words.peek().is(Kind.FIELD) && !words.peek().spaced()) {
            Token field = words.next();
            names.add(field.text());
            to = field.span().to();
        }
        return Optional.of(withFields(term, names, new Span(from, to)));
    }

    private static Expression withFields(Expression term, List<String> names, Span span) {
        if (term instanceof Expression.Fields) {
            return new Expression.Fields(List.copyOf(names), span);
        }
        if (term instanceof Expression.Variable variable) {
            return new Expression.Variable(variable.name(), List.copyOf(names), span);
        }
        return names.isEmpty() ? term : new Expression.Chain(term, List.copyOf(names), span);
    }

    private Expression term(Token token, List<String> names) {
        Span span = token.span();
        switch (token.kind()) {
            case DOT -> {
                return new Expression.Fields(List.of(), span);
            }
            case FIELD -> {
                names.add(token.text());
                return new Expression.Fields(names, span);
            }
            case VARIABLE -> {
                known(token.text());
                return new Expression.Variable(token.text(), List.of(), span);
            }
            case WORD -> {
                return word(token);
            }
            case LEFT -> {
                Pipe pipe = pipe("parenthesized pipeline", Kind.RIGHT);
                Token right = words.expect(Kind.RIGHT);
                return new Pipe(
                        pipe.variables(),
                        pipe.declares(),
                        pipe.commands(),
                        new Span(span.from(), right.span().to()));
            }
            case NUMBER -> {
                return new Expression.Literal(number(token), span);
            }
            case CHARACTER -> {
                return new Expression.Literal((long) token.text().codePointAt(0), span);
            }
            default -> {
                return new Expression.Literal(token.text(), span);
            }
        }
    }

    private Expression word(Token token) {
        return switch (token.text()) {
            case "true" -> new Expression.Literal(true, token.span());
            case "false" -> new Expression.Literal(false, token.span());
            case "nil" -> new Expression.Literal(null, token.span());
            default -> {
                if (!functions.contains(token.text())) {
                    String question = NearestName.question(token.text(), functions);
                    throw origin.unreadable(
                            token.span().from(),
                            "function \"" + token.text() + "\" not defined"
                                    + (question.isEmpty() ? "" : ". " + question));
                }
                yield new Expression.Call(token.text(), token.span());
            }
        };
    }

    private Object number(Token token) {
        String text = token.text().replace("_", "");
        try {
            boolean hex = text.matches("[+-]?0[xXoObB].*");
            if (!hex && (text.contains(".") || text.contains("e") || text.contains("E"))) {
                return Double.valueOf(text);
            }
            return text.matches("[+-]?0[bBoO].*") ? special(text) : (Object) Long.decode(text);
        } catch (NumberFormatException e) {
            throw origin.unreadable(token.span().from(), "bad number syntax: \"" + token.text() + "\"");
        }
    }

    /** Binary and octal with a letter, which Java does not read. */
    private static Long special(String text) {
        boolean minus = text.startsWith("-");
        String digits = text.replaceFirst("^[+-]", "");
        int radix = Character.toLowerCase(digits.charAt(1)) == 'b' ? 2 : 8;
        long value = Long.parseLong(digits.substring(2), radix);
        return minus ? -value : value;
    }
}
