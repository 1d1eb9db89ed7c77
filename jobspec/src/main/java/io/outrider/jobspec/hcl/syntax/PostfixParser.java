package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.Expr.Step;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;

/** What may follow a term: attributes, indexes, splats. */
final class PostfixParser {
    private final TokenStream tokens;
    private final ExprParser expressions;

    PostfixParser(TokenStream tokens, ExprParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    Expr from(Expr term) {
        return from(term, false);
    }

    /** With {@code attributesOnly}, brackets do not belong: they index the whole splat. */
    private Expr from(Expr term, boolean attributesOnly) {
        Expr source = term;
        List<Step> steps = new ArrayList<>();
        int nested = 0;
        while (true) {
            boolean dot = tokens.nextIs(TokenType.DOT);
            if (!dot && (attributesOnly || !tokens.nextIs(TokenType.OPEN_BRACKET))) {
                tokens.leave(nested);
                return withSteps(source, steps);
            }
            Token opening = tokens.next();
            if (tokens.nextIs(TokenType.STAR)) {
                if (attributesOnly) {
                    throw tokens.failure(
                            "Nested splat expression not allowed",
                            "A splat expression (*) cannot be used inside another attribute-only splat expression.",
                            tokens.range(tokens.peek()));
                }
                source = splat(withSteps(source, steps), opening);
                steps.clear();
            } else if (dot) {
                steps.add(attribute(opening));
            } else {
                Expr before = source;
                source = index(source, steps, opening);
                if (source != before) {
                    // Each stands around the one before it.
                    tokens.enter();
                    nested++;
                }
            }
        }
    }

    private Expr withSteps(Expr source, List<Step> steps) {
        if (steps.isEmpty()) {
            return source;
        }
        List<Step> all = new ArrayList<>(steps);
        Range range = source.range().to(steps.get(steps.size() - 1).range());
        if (source instanceof Expr.Variable variable) {
            all.addAll(0, variable.steps());
            return new Expr.Variable(variable.name(), all, range, range.text());
        }
        return new Expr.Relative(source, all, range);
    }

    private Step attribute(Token dot) {
        Token name = tokens.peek();
        Range range = tokens.range(dot).to(tokens.range(name));
        if (name.is(TokenType.IDENT)) {
            tokens.next();
            return new Step(Value.str(tokens.text(name)), true, range);
        }
        if (!name.is(TokenType.NUMBER)) {
            throw tokens.failure(
                    "Invalid attribute name", "An attribute name is required after a dot.", tokens.range(name));
        }
        tokens.next();
        String digits = tokens.text(name);
        int point = digits.indexOf('.');
        if (point >= 0) {
            throw tokens.failure(
                    "Invalid legacy index syntax",
                    "When using the legacy index syntax, chaining two indexes together is not permitted. Use the"
                            + " proper index syntax instead, like [" + digits.substring(0, point) + "]["
                            + digits.substring(point + 1) + "].",
                    tokens.range(name));
        }
        Value key = ((Expr.Literal) expressions.number(name)).value();
        return new Step(key, false, range);
    }

    private Expr splat(Expr source, Token opening) {
        Token star = tokens.next();
        Range marker = tokens.range(opening).to(tokens.range(star));
        boolean full = opening.is(TokenType.OPEN_BRACKET);
        if (full) {
            Token close = tokens.peek();
            if (!close.is(TokenType.CLOSE_BRACKET)) {
                throw tokens.failure(
                        "Missing close bracket on splat index",
                        "The star for a full splat operator must be immediately followed by a closing bracket"
                                + " (\"]\").",
                        tokens.range(close));
            }
            tokens.next();
            marker = marker.to(tokens.range(close));
        }
        tokens.enter();
        Expr each = from(new Expr.Item(marker), !full);
        tokens.leave();
        return new Expr.Splat(source, each, source.range().to(each.range()), marker);
    }

    /** A constant key becomes a step; the result is then the unchanged source. */
    private Expr index(Expr source, List<Step> steps, Token open) {
        tokens.pushNewlines(false);
        Expr key = expressions.expression();
        Token close = tokens.peek();
        if (!close.is(TokenType.CLOSE_BRACKET)) {
            throw unclosedIndex(open, close);
        }
        tokens.next();
        tokens.popNewlines();
        Range brackets = tokens.range(open).to(tokens.range(close));
        if (key instanceof Expr.Literal literal && isKey(literal.value())) {
            steps.add(new Step(literal.value(), false, brackets));
            return source;
        }
        Expr collection = withSteps(source, steps);
        steps.clear();
        return new Expr.Index(collection, key, collection.range().to(brackets), brackets);
    }

    /** Points at the bracket that would end it, or at the end of the text, as for all that is never closed. */
    private SyntaxException unclosedIndex(Token open, Token unexpected) {
        Range start = tokens.range(open);
        Range end = tokens.range(tokens.closingBracket());
        Range first = tokens.range(unexpected);
        return tokens.failure(
                        "Missing close bracket on index",
                        "The index operator must end with a closing bracket (\"]\").",
                        first.startLine() == end.startLine() ? first.to(end) : end)
                .hint("The bracket that opens in line " + start.startLine() + ", column " + start.startColumn()
                        + " may hold one expression, which ends before line " + first.startLine() + ", column "
                        + first.startColumn() + ".");
    }

    private static boolean isKey(Value value) {
        return value instanceof Value.Str || value instanceof Value.Number;
    }
}
