package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.lex.Lexer;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.Optional;

/**
 * Reads the native syntax. Pure. Faults go to the diagnostics; only a text that nests deeper than the limits throws
 * ({@link LimitExceeded}), so that the caller can lend a larger stack.
 */
public final class Hcl {
    private Hcl() {}

    /** The body of a file; what could not be read is left out of it. */
    public static Body file(Source source, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = new TokenStream(source, Lexer.code(source), limits.depth());
        return new BodyParser(tokens, diagnostics).body(TokenType.END);
    }

    /** One expression that fills the source. */
    public static Optional<Expr> expression(Source source, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = new TokenStream(source, Lexer.code(source), limits.depth());
        tokens.pushNewlines(false);
        try {
            Expr expr = new ExprParser(tokens).expression();
            if (!tokens.nextIs(TokenType.END)) {
                diagnostics.error(
                        "Extra characters after expression",
                        "An expression was successfully parsed, but extra characters were found after it.",
                        tokens.range(tokens.peek()));
                return Optional.empty();
            }
            return Optional.of(expr);
        } catch (SyntaxException failed) {
            diagnostics.add(failed.diagnostic());
            return Optional.empty();
        }
    }

    /** A template without quotes that fills the source. */
    public static Optional<Expr> template(Source source, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = new TokenStream(source, Lexer.template(source), limits.depth());
        try {
            return Optional.of(new ExprParser(tokens).strings().bare());
        } catch (SyntaxException failed) {
            diagnostics.add(failed.diagnostic());
            return Optional.empty();
        }
    }
}
