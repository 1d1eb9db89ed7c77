package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Origin.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has a value. */
sealed interface Expression {

    /** The place of it. */
    Span span();

    /** A number, a text, true, false or nil. */
    record Literal(@Nullable Object value, Span span) implements Expression {}

    /** Fields of the dot, none for the dot itself. The span of the fields after the first is their own. */
    record Fields(List<String> names, Span span) implements Expression {}

    /** A variable and fields of it. */
    record Variable(String name, List<String> names, Span span) implements Expression {}

    /** A function, called with what stands behind it. */
    record Call(String function, Span span) implements Expression {}

    /** Fields of the value in parentheses, or of a function without arguments. */
    record Chain(Expression of, List<String> names, Span span) implements Expression {}

    /** What stands in parentheses, or between the delimiters. */
    record Pipe(List<String> variables, boolean declares, List<Command> commands, Span span) implements Expression {}

    /** The parts of a pipeline; the first word may be a function, the others are what it is given. */
    record Command(List<Expression> words, Span span) {}
}
