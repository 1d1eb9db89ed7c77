package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Expression.Pipe;
import java.util.List;
import java.util.Optional;

/** A part of a template. */
sealed interface Node {

    /** What is printed as it stands. */
    record Text(String text) implements Node {}

    /** What is printed is the value, unless it goes into variables. */
    record Print(Pipe pipe) implements Node {}

    /** {@code if} and {@code with}, which also makes the value the dot. */
    record Branch(boolean with, Pipe pipe, List<Node> then, List<Node> otherwise) implements Node {}

    /** {@code range}. */
    record Loop(Pipe pipe, List<Node> body, List<Node> otherwise) implements Node {}

    /** {@code template} and {@code block}; {@code at} is where the name stands. */
    record Invoke(int at, String name, Optional<Pipe> pipe) implements Node {}

    /** {@code break} and {@code continue}. */
    record Jump(boolean ends) implements Node {}
}
