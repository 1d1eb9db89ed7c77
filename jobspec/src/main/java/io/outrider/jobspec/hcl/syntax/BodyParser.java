package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bodies, arguments and blocks. A broken item is reported and left out; the rest is still read. */
final class BodyParser {
    private static final String BAD_BLOCK = "Invalid block definition";
    private static final String BAD_SINGLE = "Invalid single-argument block definition";
    private static final String ITEM_REQUIRED = "Argument or block definition required";

    private final TokenStream tokens;
    private final ExprParser expressions;
    private final Diagnostics diagnostics;
    private final Set<Integer> silent;
    private final Deque<Token> opened = new ArrayDeque<>();
    private final Hcl.Dialect dialect;
    private boolean ended;

    /** Faults in lines of {@code silent} are not reported: something else was said about them. */
    BodyParser(TokenStream tokens, Diagnostics diagnostics, Set<Integer> silent, Hcl.Dialect dialect) {
        this.dialect = dialect;
        this.silent = silent;
        this.tokens = tokens;
        this.expressions = new ExprParser(tokens);
        this.diagnostics = diagnostics;
    }

    /** Items until {@code end}, which stays unread. */
    Body body(TokenType end) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        List<Block> blocks = new ArrayList<>();
        int start = tokens.peek().start();
        while (true) {
            tokens.skipNewlines();
            Token next = tokens.peek();
            if (next.is(end)) {
                break;
            }
            if (next.is(TokenType.END)) {
                unclosed(next);
                break;
            }
            TokenStream.Mark mark = tokens.mark();
            int blocksOpen = opened.size();
            try {
                item(next, attributes, blocks);
            } catch (SyntaxException failed) {
                report(failed.diagnostic());
                tokens.recover(mark);
                while (opened.size() > blocksOpen) {
                    opened.pop();
                }
                // A fault that took the rest of the file with it leaves all blocks open.
                ended |= tokens.nextIs(TokenType.END);
                skipStray(end);
            }
            if (tokens.nextIs(TokenType.END)) {
                break;
            }
        }
        Token last = tokens.peek();
        Range all = tokens.range(start, Math.max(start, last.start()));
        return new Body(
                Collections.unmodifiableMap(attributes),
                List.copyOf(blocks),
                all,
                tokens.range(last.start(), last.start()));
    }

    private void unclosed(Token end) {
        Token block = opened.peek();
        if (!ended && block != null) {
            Range start = tokens.range(block);
            report(Diagnostic.error(
                            ITEM_REQUIRED, "An argument or block definition is required here.", tokens.range(end))
                    .hint("The block \"" + tokens.text(block) + "\" that starts in line " + start.startLine()
                            + ", column " + start.startColumn() + " has no closing brace, or one within it has none."));
        }
        ended = true;
    }

    private void report(Diagnostic fault) {
        Range range = fault.range();
        if (range == null || !silent.contains(range.startLine())) {
            diagnostics.add(fault);
        }
    }

    /** A closing brace that closes nothing would stop the reading for good. */
    private void skipStray(TokenType end) {
        if (end == TokenType.END && tokens.nextIs(TokenType.CLOSE_BRACE)) {
            tokens.next();
        }
    }

    private void item(Token next, Map<String, Attribute> attributes, List<Block> blocks) {
        if (!next.is(TokenType.IDENT) && !(loose() && next.is(TokenType.OPEN_QUOTE))) {
            throw notAnItem(next);
        }
        Token name = tokens.next();
        Label word = name.is(TokenType.OPEN_QUOTE)
                ? expressions.strings().label(name)
                : new Label(tokens.text(name), tokens.range(name));
        if (tokens.take(TokenType.ASSIGN)) {
            add(attributes, attribute(word));
            endOfItem("argument", "An argument definition must end with a newline.");
            return;
        }
        Token after = tokens.peek();
        if (after.is(TokenType.OPEN_QUOTE) || after.is(TokenType.OPEN_BRACE) || after.is(TokenType.IDENT)) {
            blocks.add(block(name, word));
            return;
        }
        throw tokens.failure(
                        ITEM_REQUIRED,
                        "An argument or block definition is required here. To set an argument, use the equals sign"
                                + " \"=\" to introduce the argument value.",
                        tokens.range(name))
                .hint("Write " + tokens.text(name) + " = ..., or open a block with a brace.");
    }

    private SyntaxException notAnItem(Token next) {
        if (next.is(TokenType.OPEN_QUOTE)) {
            return tokens.failure("Invalid argument name", "Argument names must not be quoted.", tokens.range(next));
        }
        return next.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, next)
                : tokens.failure(
                        ITEM_REQUIRED, "An argument or block definition is required here.", tokens.range(next));
    }

    private void add(Map<String, Attribute> attributes, Attribute attribute) {
        Attribute first = attributes.putIfAbsent(attribute.name(), attribute);
        if (first != null) {
            diagnostics.error(
                    "Attribute redefined",
                    "The argument \"" + attribute.name() + "\" was already set at " + first.nameRange()
                            + ". Each argument may be set only once.",
                    attribute.nameRange());
        }
    }

    private boolean loose() {
        return dialect == Hcl.Dialect.LOOSE;
    }

    private Attribute attribute(Label name) {
        Expr value = expressions.expression();
        return new Attribute(name.text(), value, name.range(), name.range().to(value.range()));
    }

    private void endOfItem(String what, String detail) {
        Token end = tokens.peek();
        if (end.is(TokenType.NEWLINE) || end.is(TokenType.END)) {
            return;
        }
        if (loose() && endsLooseItem(end)) {
            tokens.take(TokenType.COMMA);
            return;
        }
        if (end.is(TokenType.COMMA)) {
            throw tokens.failure(
                    "Unexpected comma after " + what,
                    "Argument definitions must be separated by newlines, not commas. " + detail,
                    tokens.range(end));
        }
        throw end.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, end)
                : tokens.failure("Missing newline after " + what, detail, tokens.range(end));
    }

    private static boolean endsLooseItem(Token end) {
        return end.is(TokenType.COMMA)
                || end.is(TokenType.CLOSE_BRACE)
                || end.is(TokenType.IDENT)
                || end.is(TokenType.OPEN_QUOTE);
    }

    private Block block(Token type, Label word) {
        List<Label> labels = labels(type);
        Token open = tokens.next();
        tokens.enter();
        opened.push(type);
        Body body = content();
        opened.pop();
        tokens.leave();
        endOfItem("block definition", "A block definition must end with a newline.");
        Range typeRange = word.range();
        Range whole = labels.isEmpty()
                ? typeRange
                : typeRange.to(labels.get(labels.size() - 1).range());
        return new Block(word.text(), labels, body, new Body.Heading(typeRange, whole, tokens.range(open)));
    }

    private List<Label> labels(Token type) {
        List<Label> labels = new ArrayList<>();
        while (!tokens.nextIs(TokenType.OPEN_BRACE)) {
            Token next = tokens.next();
            if (next.is(TokenType.OPEN_QUOTE)) {
                labels.add(expressions.strings().label(next));
            } else if (next.is(TokenType.IDENT)) {
                labels.add(new Label(tokens.text(next), tokens.range(next)));
            } else {
                throw badLabel(type, next);
            }
        }
        return List.copyOf(labels);
    }

    private SyntaxException badLabel(Token type, Token next) {
        String detail =
                switch (next.type()) {
                    case ASSIGN ->
                        "The equals sign \"=\" indicates an argument definition, and must not be used when defining a"
                                + " block.";
                    case NEWLINE, END ->
                        "A block definition must have block content delimited by \"{\" and \"}\", starting on the"
                                + " same line as the block header.";
                    default -> "Either a quoted string block label or an opening brace (\"{\") is expected here.";
                };
        if (next.is(TokenType.INVALID)) {
            return InvalidCharacters.failure(tokens, next);
        }
        return tokens.failure(BAD_BLOCK, detail, tokens.range(next))
                .hint(
                        next.is(TokenType.NEWLINE) || next.is(TokenType.END)
                                ? "A value for an argument stands behind an equals sign: " + tokens.text(type)
                                        + " = ..."
                                : "A block looks like this: " + tokens.text(type) + " \"label\" { ... }");
    }

    private Body content() {
        Token first = tokens.peek();
        Body body;
        if (loose()) {
            body = body(TokenType.CLOSE_BRACE);
        } else if (first.is(TokenType.IDENT)) {
            body = singleArgument();
        } else if (first.is(TokenType.NEWLINE) || first.is(TokenType.CLOSE_BRACE) || first.is(TokenType.END)) {
            body = body(TokenType.CLOSE_BRACE);
        } else {
            throw tokens.failure(
                    BAD_BLOCK,
                    "A single-line block definition can contain only a single argument. If you meant to define a"
                            + " nested block, place it on its own line.",
                    tokens.range(first));
        }
        if (!tokens.take(TokenType.CLOSE_BRACE)) {
            unclosed(tokens.peek());
        }
        return body;
    }

    private Body singleArgument() {
        Token name = tokens.next();
        if (!tokens.take(TokenType.ASSIGN)) {
            throw tokens.failure(
                    "Argument definition required",
                    "A single-line block definition can contain only a single argument. If you meant to define"
                            + " argument \"" + tokens.text(name)
                            + "\", use an equals sign to assign it a value. To define a nested block, place it on a"
                            + " line of its own within its parent block.",
                    tokens.range(name.start(), tokens.peek().end()));
        }
        Attribute only = attribute(new Label(tokens.text(name), tokens.range(name)));
        Token end = tokens.peek();
        if (!end.is(TokenType.CLOSE_BRACE)) {
            throw tokens.failure(
                    BAD_SINGLE,
                    "A single-line block definition must end with a closing brace immediately after its single"
                            + " argument definition.",
                    tokens.range(end));
        }
        return new Body(Map.of(only.name(), only), List.of(), only.range(), tokens.range(end.start(), end.start()));
    }
}
