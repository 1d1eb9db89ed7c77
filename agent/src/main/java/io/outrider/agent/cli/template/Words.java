package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Token.Kind;
import java.util.List;

/** The words of a template in their order. */
final class Words {

    private final Origin origin;
    private final List<Token> tokens;
    private int at;

    Words(Origin origin, List<Token> tokens) {
        this.origin = origin;
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    /** The one behind the next. */
    Token second() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    /** The one two behind the next. */
    Token third() {
        return tokens.get(Math.min(at + 2, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    Token expect(Kind kind) {
        if (!peek().is(kind)) {
            throw fault("unexpected " + shown(peek()) + " (expected: " + name(kind) + ")");
        }
        return next();
    }

    /** A fault at the next word. */
    TemplateException fault(String reason) {
        return origin.unreadable(peek().span().from(), reason);
    }

    /** As messages show it. */
    String shown(Token token) {
        return token.is(Kind.END)
                ? "EOF"
                : "\""
                        + origin.text()
                                .substring(token.span().from(), token.span().to()) + "\"";
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case CLOSE -> "the end of the action";
            case STRING -> "a name in quotes";
            case RIGHT -> "a closing parenthesis";
            default -> kind.name().toLowerCase(java.util.Locale.ROOT);
        };
    }
}
