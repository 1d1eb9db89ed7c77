package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.lex.Lexer;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the native syntax. Pure. Faults go to the diagnostics; only a text that nests deeper than the limits throws
 * ({@link LimitExceeded}), so that the caller can lend a larger stack.
 */
public final class Hcl {
    private Hcl() {}

    /** How strictly a file is read. */
    public enum Dialect {
        /** HCL2: as job files are. */
        STRICT,
        /** As the older HCL was: names may be quoted, and several items may stand in one line. */
        LOOSE
    }

    /** The body of a file; what could not be read is left out of it. */
    public static Body file(Source source, Limits limits, Diagnostics diagnostics) {
        return file(source, Dialect.STRICT, limits, diagnostics);
    }

    /** The same in a dialect. */
    public static Body file(Source source, Dialect dialect, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = new TokenStream(source, Lexer.code(source), limits.depth());
        Set<Integer> broken = reportInvalid(tokens, diagnostics);
        return new BodyParser(tokens, diagnostics, broken, dialect).body(TokenType.END);
    }

    /**
     * Characters that no token has, one a line: what else is wrong in such a line follows from them. And the first text
     * that runs on behind the end of its line, which is often what the rest comes from.
     */
    private static Set<Integer> reportInvalid(TokenStream tokens, Diagnostics diagnostics) {
        Set<Integer> lines = new HashSet<>();
        boolean runsOn = false;
        for (Token token : tokens.all()) {
            if (token.is(TokenType.QUOTED_NEWLINE) && !runsOn) {
                runsOn = true;
                diagnostics.add(StringParser.multiLine(tokens, token).diagnostic());
            } else if (token.is(TokenType.INVALID)
                    && lines.add(tokens.range(token).startLine())) {
                diagnostics.add(InvalidCharacters.failure(tokens, token).diagnostic());
            }
        }
        return lines;
    }

    /**
     * A stretch of a source that is read on its own.
     *
     * @param text the source to cut into tokens
     * @param source the source that tokens belong to
     * @param shift from the one to the other
     */
    public record Region(Source text, Source source, int shift) {
        /** A whole source. */
        public static Region of(Source source) {
            return new Region(source, source, 0);
        }

        /** Part of a source. */
        public static Region within(Range range) {
            Source part = Source.of(range.source().name(), range.text());
            return new Region(part, range.source(), range.start());
        }

        TokenStream tokens(List<Token> tokens, int depth) {
            List<Token> shifted = shift == 0
                    ? tokens
                    : tokens.stream()
                            .map(t -> new Token(t.type(), t.start() + shift, t.end() + shift))
                            .toList();
            return new TokenStream(source, shifted, depth);
        }

        Range whole() {
            return new Range(source, shift, shift + text.text().length());
        }
    }

    /** One expression that fills the source. */
    public static Optional<Expr> expression(Source source, Limits limits, Diagnostics diagnostics) {
        return expression(Region.of(source), limits, diagnostics);
    }

    /** One expression that fills the region. */
    public static Optional<Expr> expression(Region region, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = region.tokens(Lexer.code(region.text()), limits.depth());
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
        return template(Region.of(source), limits, diagnostics);
    }

    /** A template without quotes that fills the region. */
    public static Optional<Expr> template(Region region, Limits limits, Diagnostics diagnostics) {
        TokenStream tokens = region.tokens(Lexer.template(region.text()), limits.depth());
        try {
            return Optional.of(new ExprParser(tokens).strings().bare(region.whole()));
        } catch (SyntaxException failed) {
            diagnostics.add(failed.diagnostic());
            return Optional.empty();
        }
    }
}
