package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.Expr.Field;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tuples, objects and {@code for} expressions. */
final class CollectionParser {
    private static final String BAD_FOR = "Invalid 'for' expression";

    private final TokenStream tokens;
    private final ExprParser expressions;

    CollectionParser(TokenStream tokens, ExprParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    Expr tuple() {
        Token open = tokens.next();
        tokens.pushNewlines(false);
        if (tokens.isWord(tokens.peek(), "for")) {
            return loop(open, TokenType.CLOSE_BRACKET);
        }
        List<Expr> items = new ArrayList<>();
        while (!tokens.nextIs(TokenType.CLOSE_BRACKET)) {
            items.add(expressions.expression());
            if (!tokens.take(TokenType.COMMA) && !tokens.nextIs(TokenType.CLOSE_BRACKET)) {
                throw missing("Missing item separator", "Expected a comma to mark the beginning of the next item.")
                        .hint(opened(open, "]"));
            }
        }
        Token close = tokens.next();
        tokens.popNewlines();
        Range start = tokens.range(open);
        return new Expr.Tuple(List.copyOf(items), start.to(tokens.range(close)), start);
    }

    private String opened(Token open, String closing) {
        Range start = tokens.range(open);
        return "The \"" + start.text() + "\" in line " + start.startLine() + ", column " + start.startColumn()
                + " is not closed before this: a comma or \"" + closing + "\" is missing.";
    }

    private SyntaxException missing(String summary, String detail) {
        Token next = tokens.peek();
        return next.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, next)
                : tokens.failure(summary, detail, tokens.range(next));
    }

    Expr struct() {
        Token open = tokens.next();
        if (tokens.isWord(tokens.peek(), "for")) {
            tokens.pushNewlines(false);
            return loop(open, TokenType.CLOSE_BRACE);
        }
        tokens.pushNewlines(true);
        List<Field> fields = new ArrayList<>();
        tokens.skipNewlines();
        while (!tokens.nextIs(TokenType.CLOSE_BRACE)) {
            fields.add(field());
            boolean separated = tokens.take(TokenType.COMMA) | tokens.nextIs(TokenType.NEWLINE);
            tokens.skipNewlines();
            if (!separated && !tokens.nextIs(TokenType.CLOSE_BRACE)) {
                throw missing(
                                "Missing attribute separator",
                                "Expected a newline or comma to mark the beginning of the next attribute.")
                        .hint(opened(open, "}"));
            }
        }
        Token close = tokens.next();
        tokens.popNewlines();
        Range start = tokens.range(open);
        return new Expr.Struct(List.copyOf(fields), start.to(tokens.range(close)), start);
    }

    private Field field() {
        Expr key = key(expressions.expression());
        Token separator = tokens.peek();
        if (!separator.is(TokenType.ASSIGN) && !separator.is(TokenType.COLON)) {
            String detail =
                    switch (separator.type()) {
                        case NEWLINE, COMMA, CLOSE_BRACE ->
                            "Expected an equals sign (\"=\") to mark the beginning of the attribute value.";
                        default ->
                            "Expected an equals sign (\"=\") to mark the beginning of the attribute value. If"
                                    + " you intended to given an attribute name containing periods or spaces, write the"
                                    + " name in quotes to create a string literal.";
                    };
            boolean ended = separator.is(TokenType.NEWLINE);
            throw missing(ended ? "Missing attribute value" : "Missing key/value separator", detail);
        }
        tokens.next();
        return new Field(key, expressions.expression());
    }

    /** A bare word is the key itself; a path must be put in parentheses to be looked up. */
    private Expr key(Expr written) {
        boolean word = written instanceof Expr.Literal literal && !(literal.value() instanceof Value.Str);
        if (word && Character.isLetter(written.range().text().charAt(0))) {
            return new Expr.Literal(Value.str(written.range().text()), written.range());
        }
        if (!(written instanceof Expr.Variable variable)) {
            return written;
        }
        if (!variable.steps().isEmpty()) {
            throw tokens.failure(
                    "Ambiguous attribute key",
                    "If this expression is intended to be a reference, wrap it in parentheses. If it's instead"
                            + " intended as a literal name containing periods, wrap it in quotes to create a string"
                            + " literal.",
                    variable.range());
        }
        return new Expr.Literal(Value.str(variable.name()), variable.range());
    }

    private Expr loop(Token open, TokenType closing) {
        tokens.next();
        Expr.Names names = names();
        if (!tokens.isWord(tokens.peek(), "in")) {
            throw missing(BAD_FOR, "For expression requires the 'in' keyword after its name declarations.");
        }
        tokens.next();
        Expr source = expressions.expression();
        if (!tokens.take(TokenType.COLON)) {
            throw missing(BAD_FOR, "For expression requires a colon after the collection expression.");
        }
        Expr first = expressions.expression();
        Expr value = arrow(closing == TokenType.CLOSE_BRACE, first.range());
        Token ellipsis = tokens.peek();
        boolean group = tokens.take(TokenType.ELLIPSIS);
        if (group && value == null) {
            throw tokens.failure(
                    BAD_FOR, "Grouping ellipsis (...) cannot be used when building a tuple.", tokens.range(ellipsis));
        }
        Expr condition = condition();
        Token close = tokens.peek();
        if (!close.is(closing)) {
            throw missing(BAD_FOR, "Extra characters after the end of the 'for' expression.");
        }
        tokens.next();
        tokens.popNewlines();
        Range start = tokens.range(open);
        Expr.Form form = new Expr.Form(group, start.to(tokens.range(close)), start);
        return value == null
                ? new Expr.For(names, source, null, first, condition, form)
                : new Expr.For(names, source, first, value, condition, form);
    }

    private @Nullable Expr condition() {
        if (!tokens.isWord(tokens.peek(), "if")) {
            return null;
        }
        tokens.next();
        return expressions.expression();
    }

    private @Nullable Expr arrow(boolean object, Range first) {
        Token next = tokens.peek();
        boolean arrow = next.is(TokenType.FAT_ARROW);
        if (arrow && !object) {
            throw tokens.failure(
                    BAD_FOR, "Key expression is not valid when building a tuple.", first.to(tokens.range(next)));
        }
        if (!arrow && object) {
            throw tokens.failure(BAD_FOR, "Key expression is required when building an object.", first);
        }
        if (!arrow) {
            return null;
        }
        tokens.next();
        return expressions.expression();
    }

    private Expr.Names names() {
        String first = name("For expression requires variable name after 'for'.");
        if (!tokens.take(TokenType.COMMA)) {
            return new Expr.Names(null, first);
        }
        return new Expr.Names(first, name("For expression requires value variable name after comma."));
    }

    private String name(String detail) {
        Token name = tokens.peek();
        if (!name.is(TokenType.IDENT)) {
            throw missing(BAD_FOR, detail);
        }
        return tokens.text(tokens.next());
    }
}
