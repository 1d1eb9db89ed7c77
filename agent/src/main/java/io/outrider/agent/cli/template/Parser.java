package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Expression.Pipe;
import io.outrider.agent.cli.template.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the actions of a template. */
final class Parser {

    private static final String ELSE = "else";
    private static final Set<String> ENDS = Set.of("end", ELSE);

    private final Origin origin;
    private final Words words;
    private final Pipes pipes;
    private final Map<String, List<Node>> defined = new HashMap<>();
    private int loops;

    private Parser(Origin origin, Words words, Set<String> functions) {
        this.origin = origin;
        this.words = words;
        this.pipes = new Pipes(origin, words, functions);
    }

    /** All templates of the text by their names, its own among them. */
    static Map<String, List<Node>> parse(Origin origin, Delimiters delimiters, Set<String> functions) {
        Parser parser = new Parser(origin, new Words(origin, Lexer.tokens(origin, delimiters)), functions);
        List<Node> body = parser.list();
        if (!parser.words.peek().is(Kind.END)) {
            throw parser.words.fault("unexpected {{" + parser.words.second().text() + "}}");
        }
        if (parser.defined.containsKey(origin.name())) {
            throw origin.unreadable(0, "template: multiple definition of template \"" + origin.name() + "\"");
        }
        parser.defined.put(origin.name(), body);
        return parser.defined;
    }

    /** Up to the end of the text, or to an action that ends what is around. */
    private List<Node> list() {
        List<Node> nodes = new ArrayList<>();
        while (!words.peek().is(Kind.END) && !isEnd()) {
            Token token = words.next();
            if (token.is(Kind.TEXT)) {
                nodes.add(new Node.Text(token.text()));
            } else {
                action().ifPresent(nodes::add);
            }
        }
        return nodes;
    }

    private boolean isEnd() {
        return words.peek().is(Kind.OPEN)
                && words.second().is(Kind.WORD)
                && ENDS.contains(words.second().text());
    }

    private Optional<Node> action() {
        Token first = words.peek();
        if (!first.is(Kind.WORD)) {
            return Optional.of(new Node.Print(pipes.untilClosed("command")));
        }
        switch (first.text()) {
            case "if", "with" -> {
                words.next();
                return Optional.of(branch(first.text().equals("with")));
            }
            case "range" -> {
                words.next();
                return Optional.of(loop());
            }
            case "template" -> {
                words.next();
                return Optional.of(invoke());
            }
            case "block" -> {
                words.next();
                return Optional.of(block());
            }
            case "define" -> {
                words.next();
                define();
                return Optional.empty();
            }
            case "break", "continue" -> {
                words.next();
                return Optional.of(jump(first.text()));
            }
            default -> {
                return Optional.of(new Node.Print(pipes.untilClosed("command")));
            }
        }
    }

    private Node branch(boolean with) {
        int scope = pipes.scope();
        Pipe pipe = pipes.untilClosed(with ? "with" : "if");
        List<Node> then = list();
        List<Node> otherwise = otherwise(with);
        pipes.leave(scope);
        return new Node.Branch(with, pipe, then, otherwise);
    }

    private Node loop() {
        int scope = pipes.scope();
        Pipe pipe = pipes.untilClosed("range");
        loops++;
        List<Node> body = list();
        loops--;
        List<Node> otherwise = otherwise(false);
        pipes.leave(scope);
        return new Node.Loop(pipe, body, otherwise);
    }

    /** What stands behind {@code else}, up to and with the {@code end}. */
    private List<Node> otherwise(boolean with) {
        if (words.peek().is(Kind.END)) {
            throw words.fault("unexpected EOF");
        }
        words.next();
        Token word = words.next();
        if (!word.text().equals(ELSE)) {
            close();
            return List.of();
        }
        if (words.peek().isWord(with ? "with" : "if")) {
            words.next();
            return List.of(branch(with));
        }
        close();
        List<Node> nodes = list();
        end();
        return nodes;
    }

    private void end() {
        if (words.peek().is(Kind.END)) {
            throw words.fault("unexpected EOF");
        }
        words.next();
        Token word = words.next();
        if (!word.isWord("end")) {
            throw words.fault("unexpected {{" + word.text() + "}}");
        }
        close();
    }

    private void close() {
        words.expect(Kind.CLOSE);
    }

    private Node invoke() {
        Token name = words.expect(Kind.STRING);
        if (words.peek().is(Kind.CLOSE)) {
            words.next();
            return new Node.Invoke(name.span().from(), name.text(), Optional.empty());
        }
        return new Node.Invoke(name.span().from(), name.text(), Optional.of(pipes.untilClosed("template clause")));
    }

    private Node block() {
        Token name = words.expect(Kind.STRING);
        Pipe pipe = pipes.untilClosed("block clause");
        body(name);
        return new Node.Invoke(name.span().from(), name.text(), Optional.of(pipe));
    }

    private void define() {
        Token name = words.expect(Kind.STRING);
        close();
        body(name);
    }

    private void body(Token name) {
        List<String> around = pipes.fresh();
        List<Node> nodes = list();
        end();
        pipes.restore(around);
        if (defined.put(name.text(), nodes) != null) {
            throw origin.unreadable(
                    name.span().from(), "template: multiple definition of template \"" + name.text() + "\"");
        }
    }

    private Node jump(String word) {
        close();
        if (loops == 0) {
            throw words.fault("{{" + word + "}} outside {{range}}");
        }
        return new Node.Jump(word.equals("break"));
    }
}
