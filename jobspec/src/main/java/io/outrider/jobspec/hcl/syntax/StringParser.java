package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import io.outrider.jobspec.hcl.syntax.TemplatePart.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Quoted strings, heredocs and labels. */
final class StringParser {
    private final TokenStream tokens;
    private final ExprParser expressions;

    StringParser(TokenStream tokens, ExprParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    /** A label in quotes whose opening was read. */
    Label label(Token open) {
        StringBuilder text = new StringBuilder();
        while (!tokens.nextIs(TokenType.CLOSE_QUOTE)) {
            Token part = tokens.peek();
            if (part.is(TokenType.INTERPOLATION) || part.is(TokenType.CONTROL)) {
                String mark = tokens.text(part).substring(0, 1);
                throw tokens.failure(
                        "Invalid string literal",
                        "Template sequences are not allowed in this string. To include a literal \"" + mark
                                + "\", double it (as \"" + mark + mark + "\") to escape it.",
                        tokens.range(part));
            }
            text.append(literal(tokens.next()));
        }
        Token close = tokens.next();
        return new Label(text.toString(), tokens.range(open).to(tokens.range(close)));
    }

    /** A quoted string or heredoc whose opening was read. */
    Expr template(Token open) {
        boolean heredoc = open.is(TokenType.OPEN_HEREDOC);
        TokenType closing = heredoc ? TokenType.CLOSE_HEREDOC : TokenType.CLOSE_QUOTE;
        tokens.enter();
        List<TemplatePart> parts = parts(closing, open);
        Token close = tokens.next();
        if (heredoc && tokens.text(open).startsWith("<<-")) {
            Heredoc.unindent(parts);
        }
        Range range = tokens.range(open).to(tokens.range(close));
        Expr result = new TemplateParser(tokens, parts, tokens.range(close)).build(range);
        tokens.leave();
        return result;
    }

    /** A template that fills a range. */
    Expr bare(Range whole) {
        return new TemplateParser(tokens, parts(TokenType.END, null), whole.atEnd()).build(whole);
    }

    private List<TemplatePart> parts(TokenType closing, @Nullable Token open) {
        List<TemplatePart> parts = new ArrayList<>();
        boolean trimNext = false;
        while (!tokens.nextIs(closing)) {
            Token next = tokens.next();
            if (!next.is(TokenType.INTERPOLATION) && !next.is(TokenType.CONTROL)) {
                if (next.is(TokenType.END) && open != null) {
                    throw unterminated(next, open);
                }
                String text = literal(next);
                parts.add(new Text(trimNext ? text.stripLeading() : text, tokens.range(next)));
                trimNext = false;
                continue;
            }
            if (next.end() - next.start() == 3 && !parts.isEmpty()) {
                parts.get(parts.size() - 1).trimRight();
            }
            tokens.pushNewlines(false);
            parts.add(next.is(TokenType.CONTROL) ? control(next) : interpolation(next));
            Token close = tokens.next();
            tokens.popNewlines();
            trimNext = close.end() - close.start() == 2;
        }
        return parts;
    }

    private SyntaxException unterminated(Token end, Token open) {
        Range start = tokens.range(open);
        String marker = tokens.text(open).replaceFirst("^<<-?", "").strip();
        String place = "in line " + start.startLine() + ", column " + start.startColumn();
        return tokens.failure(
                        "Unterminated template string",
                        "No closing marker was found for the string.",
                        tokens.range(end))
                .hint(
                        open.is(TokenType.OPEN_HEREDOC)
                                ? "The heredoc that starts " + place + " ends with a line that holds nothing but "
                                        + marker + "."
                                : "The text that starts " + place + " has no closing quote.");
    }

    private TemplatePart interpolation(Token open) {
        Expr expr = expressions.expression();
        Token close = closing(open, "interpolation");
        boolean plain = open.end() - open.start() == 2 && close.end() - close.start() == 1;
        Range range = tokens.range(open).to(tokens.range(close));
        if (plain && expr instanceof Expr.Variable v) {
            String before = blanks(open.end(), v.range().start());
            String after = blanks(v.range().end(), close.start());
            expr = new Expr.Variable(v.name(), v.steps(), v.range(), before + v.shown() + after);
        }
        return new TemplatePart.Inserted(expr, range);
    }

    /** The blanks themselves; nothing at all if there is anything else. */
    private String blanks(int from, int to) {
        String between = tokens.source().text().substring(from, to);
        return between.chars().allMatch(c -> c == ' ') ? between : "";
    }

    private Token closing(Token open, String what) {
        Token close = tokens.peek();
        if (close.is(TokenType.SEQUENCE_END)) {
            return close;
        }
        if (close.is(TokenType.END)) {
            throw tokens.failure(
                    "Unclosed template " + what + " sequence",
                    "There is no closing brace for this " + what + " sequence before the end of the file.",
                    tokens.range(open));
        }
        throw close.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, close)
                : tokens.failure(
                        "Extra characters after " + what + " expression",
                        "Expected a closing brace to end the " + what + " expression, but found extra characters.",
                        tokens.range(close));
    }

    private TemplatePart control(Token open) {
        Token keyword = tokens.next();
        if (!keyword.is(TokenType.IDENT)) {
            throw tokens.failure(
                    "Invalid template directive",
                    "A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a"
                            + " %{ sequence.",
                    tokens.range(keyword));
        }
        TemplatePart.Directive directive = directive(keyword);
        Token close = closing(open, "directive");
        return directive.at(tokens.range(open).to(tokens.range(close)));
    }

    private TemplatePart.Directive directive(Token keyword) {
        String word = tokens.text(keyword);
        return switch (word) {
            case "if" -> TemplatePart.Directive.condition(expressions.expression());
            case "for" -> loop();
            case "else", "endif", "endfor" -> TemplatePart.Directive.marker(word);
            default ->
                throw tokens.failure(
                        "Invalid template control keyword",
                        "\"" + word + "\" is not a valid template control keyword.",
                        tokens.range(keyword));
        };
    }

    private TemplatePart.Directive loop() {
        String first = loopName();
        boolean two = tokens.take(TokenType.COMMA);
        Expr.Names names = two ? new Expr.Names(first, loopName()) : new Expr.Names(null, first);
        if (!tokens.isWord(tokens.peek(), "in")) {
            throw tokens.failure(
                    "Invalid 'for' directive",
                    "A for directive requires the keyword \"in\" after its variable names.",
                    tokens.range(tokens.peek()));
        }
        tokens.next();
        return TemplatePart.Directive.loop(names, expressions.expression());
    }

    private String loopName() {
        Token name = tokens.next();
        if (!name.is(TokenType.IDENT)) {
            throw tokens.failure(
                    "Invalid 'for' directive", "For directive requires variable name after 'for'.", tokens.range(name));
        }
        return tokens.text(name);
    }

    private String literal(Token token) {
        switch (token.type()) {
            case QUOTED_TEXT:
                return Escapes.quoted(tokens, token);
            case HEREDOC_TEXT:
                return Escapes.heredoc(tokens, token);
            case QUOTED_NEWLINE:
                throw multiLine(tokens, token);
            default:
                throw tokens.failure(
                        "Unterminated template string",
                        "No closing marker was found for the string.",
                        tokens.range(token));
        }
    }

    static SyntaxException multiLine(TokenStream tokens, Token newline) {
        return tokens.failure(
                "Invalid multi-line string",
                "Quoted strings may not be split over multiple lines. To produce a multi-line string, either"
                        + " use the \\n escape to represent a newline character or use the \"heredoc\""
                        + " multi-line template syntax.",
                tokens.range(newline));
    }
}
