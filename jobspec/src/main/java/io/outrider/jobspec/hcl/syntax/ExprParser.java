package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.Expr.Operator;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expressions: conditionals, operators by rank, terms. Steps after a term are {@link PostfixParser}'s. */
final class ExprParser {
    private static final Map<TokenType, Operator> BINARY = Map.ofEntries(
            Map.entry(TokenType.OR, Operator.OR),
            Map.entry(TokenType.AND, Operator.AND),
            Map.entry(TokenType.EQUAL, Operator.EQUAL),
            Map.entry(TokenType.NOT_EQUAL, Operator.NOT_EQUAL),
            Map.entry(TokenType.LESS, Operator.LESS),
            Map.entry(TokenType.LESS_EQUAL, Operator.LESS_EQUAL),
            Map.entry(TokenType.GREATER, Operator.GREATER),
            Map.entry(TokenType.GREATER_EQUAL, Operator.GREATER_EQUAL),
            Map.entry(TokenType.PLUS, Operator.ADD),
            Map.entry(TokenType.MINUS, Operator.SUBTRACT),
            Map.entry(TokenType.STAR, Operator.MULTIPLY),
            Map.entry(TokenType.SLASH, Operator.DIVIDE),
            Map.entry(TokenType.PERCENT, Operator.MODULO));

    private final TokenStream tokens;
    private final PostfixParser postfix;
    private final CollectionParser collections;
    private final StringParser strings;

    ExprParser(TokenStream tokens) {
        this.tokens = tokens;
        this.postfix = new PostfixParser(tokens, this);
        this.collections = new CollectionParser(tokens, this);
        this.strings = new StringParser(tokens, this);
    }

    StringParser strings() {
        return strings;
    }

    Expr expression() {
        tokens.enter();
        Expr condition = binary(1);
        if (tokens.take(TokenType.QUESTION)) {
            condition = conditional(condition);
        }
        tokens.leave();
        return condition;
    }

    private Expr conditional(Expr condition) {
        Expr yes = expression();
        if (!tokens.take(TokenType.COLON)) {
            throw tokens.failure(
                    "Missing false expression in conditional",
                    "The conditional operator (...?...:...) requires a false expression, delimited by a colon.",
                    tokens.range(tokens.peek()));
        }
        Expr no = expression();
        return new Expr.Conditional(condition, yes, no, condition.range().to(no.range()));
    }

    private Expr binary(int rank) {
        Expr left = unary();
        while (true) {
            Operator operator = BINARY.get(tokens.peek().type());
            if (operator == null || operator.rank() < rank) {
                return left;
            }
            tokens.next();
            Expr right = binary(operator.rank() + 1);
            left = new Expr.Binary(operator, left, right, left.range().to(right.range()));
        }
    }

    private Expr unary() {
        Deque<Token> signs = new ArrayDeque<>();
        while (tokens.nextIs(TokenType.MINUS) || tokens.nextIs(TokenType.NOT)) {
            signs.push(tokens.next());
        }
        Expr result = postfix.from(term());
        for (Token sign : signs) {
            Operator operator = sign.is(TokenType.NOT) ? Operator.NOT : Operator.NEGATE;
            result = new Expr.Unary(operator, result, tokens.range(sign).to(result.range()));
        }
        return result;
    }

    private Expr term() {
        Token start = tokens.peek();
        switch (start.type()) {
            case OPEN_PAREN:
                return parens();
            case NUMBER:
                return number(tokens.next());
            case IDENT:
                return word(tokens.next());
            case OPEN_QUOTE, OPEN_HEREDOC:
                return strings.template(tokens.next());
            case OPEN_BRACKET:
                return collections.tuple();
            case OPEN_BRACE:
                return collections.struct();
            default:
                throw notAnExpression(start);
        }
    }

    SyntaxException notAnExpression(Token start) {
        return start.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, start)
                : tokens.failure(
                        "Invalid expression",
                        "Expected the start of an expression, but found an invalid expression token.",
                        tokens.range(start));
    }

    private Expr parens() {
        Token open = tokens.next();
        tokens.pushNewlines(false);
        Expr inner = expression();
        Token close = tokens.peek();
        if (!close.is(TokenType.CLOSE_PAREN)) {
            throw close.is(TokenType.INVALID)
                    ? InvalidCharacters.failure(tokens, close)
                    : tokens.failure(
                            "Unbalanced parentheses",
                            "Expected a closing parenthesis to terminate the expression.",
                            tokens.range(close));
        }
        tokens.next();
        tokens.popNewlines();
        return new Expr.Parens(inner, tokens.range(open).to(tokens.range(close)));
    }

    Expr number(Token token) {
        Value value = Num.parse(tokens.text(token).replace(".e", ".0e").replace(".E", ".0E"))
                .map(Value::number)
                .orElseThrow(() -> tokens.failure(
                        "Invalid number literal",
                        token.end() - token.start() > Num.MAX_CHARACTERS
                                ? "A number may have at most " + Num.MAX_CHARACTERS + " characters."
                                : "Failed to recognize the value of this number literal.",
                        tokens.range(token)));
        return new Expr.Literal(value, tokens.range(token));
    }

    private Expr word(Token name) {
        if (tokens.nextIs(TokenType.OPEN_PAREN)) {
            return call(name);
        }
        Range range = tokens.range(name);
        String text = tokens.text(name);
        Value constant = constant(text);
        return constant != null ? new Expr.Literal(constant, range) : new Expr.Variable(text, List.of(), range, text);
    }

    private static @Nullable Value constant(String word) {
        return switch (word) {
            case "true" -> Value.TRUE;
            case "false" -> Value.FALSE;
            case "null" -> Value.NULL;
            default -> null;
        };
    }

    private Expr call(Token name) {
        tokens.next();
        tokens.pushNewlines(false);
        List<Expr> args = new ArrayList<>();
        boolean expand = false;
        while (!tokens.nextIs(TokenType.CLOSE_PAREN)) {
            args.add(expression());
            expand = tokens.take(TokenType.ELLIPSIS);
            if (expand && !tokens.nextIs(TokenType.CLOSE_PAREN)) {
                throw tokens.failure(
                        "Missing closing parenthesis",
                        "An expanded function argument (with ...) must be immediately followed by closing"
                                + " parentheses.",
                        tokens.range(tokens.peek()));
            }
            if (!tokens.take(TokenType.COMMA) && !tokens.nextIs(TokenType.CLOSE_PAREN)) {
                throw missingSeparator();
            }
        }
        Token close = tokens.next();
        tokens.popNewlines();
        Range nameRange = tokens.range(name);
        return new Expr.Call(
                tokens.text(name), List.copyOf(args), expand, nameRange, nameRange.to(tokens.range(close)));
    }

    private SyntaxException missingSeparator() {
        Token next = tokens.peek();
        return next.is(TokenType.INVALID)
                ? InvalidCharacters.failure(tokens, next)
                : tokens.failure(
                        "Missing argument separator",
                        "A comma is required to separate each function argument from the next.",
                        tokens.range(next));
    }
}
