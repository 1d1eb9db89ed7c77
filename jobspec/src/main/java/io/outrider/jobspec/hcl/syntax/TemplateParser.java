package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.syntax.TemplatePart.Directive;
import io.outrider.jobspec.hcl.syntax.TemplatePart.Inserted;
import io.outrider.jobspec.hcl.syntax.TemplatePart.Text;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Pairs the directives of a template and makes its expression. */
final class TemplateParser {
    private final TokenStream tokens;
    private final List<TemplatePart> parts;
    private final Range end;
    private int at;

    TemplateParser(TokenStream tokens, List<TemplatePart> parts, Range end) {
        this.tokens = tokens;
        this.parts = parts;
        this.end = end;
    }

    /** The whole template. One interpolation alone is a wrap, text alone a literal. */
    Expr build(Range range) {
        if (parts.size() == 1 && parts.get(0) instanceof Inserted only) {
            return new Expr.Wrap(only.expr(), range);
        }
        List<Expr> pieces = pieces();
        if (at < parts.size()) {
            Directive stray = (Directive) parts.get(at);
            throw tokens.failure(
                    "Unexpected " + stray.word() + " directive",
                    "The control directives within this template are unbalanced.",
                    stray.range());
        }
        return template(pieces, range);
    }

    private static Expr template(List<Expr> pieces, Range range) {
        if (pieces.isEmpty()) {
            return new Expr.Literal(Value.str(""), range);
        }
        return pieces.size() == 1 && pieces.get(0) instanceof Expr.Literal text && text.value() instanceof Value.Str
                ? new Expr.Literal(text.value(), range)
                : new Expr.Template(pieces, range);
    }

    /** Pieces up to a directive that ends them, which stays unread. */
    private List<Expr> pieces() {
        List<Expr> pieces = new ArrayList<>();
        while (at < parts.size()) {
            TemplatePart part = parts.get(at);
            if (part instanceof Text) {
                pieces.add(text());
            } else if (part instanceof Inserted inserted) {
                at++;
                pieces.add(inserted.expr());
            } else if (isOpening((Directive) part)) {
                at++;
                pieces.add(nested((Directive) part));
            } else {
                break;
            }
        }
        return pieces;
    }

    private static boolean isOpening(Directive directive) {
        return directive.expr() != null;
    }

    /** Neighbouring texts (the lines of a heredoc) become one. */
    private Expr text() {
        Range range = parts.get(at).range();
        StringBuilder joined = new StringBuilder();
        while (at < parts.size() && parts.get(at) instanceof Text text) {
            joined.append(text.value());
            range = range.to(text.range());
            at++;
        }
        return new Expr.Literal(Value.str(joined.toString()), range);
    }

    private Expr nested(Directive opening) {
        tokens.enter();
        Expr result = "if".equals(opening.word()) ? condition(opening) : loop(opening);
        tokens.leave();
        return result;
    }

    private Expr condition(Directive opening) {
        Range range = opening.range();
        Expr yes = branch(range);
        Expr no = new Expr.Literal(Value.str(""), range);
        if (endsWith("else", opening, "endif")) {
            no = branch(range);
            endsWith("", opening, "endif");
        }
        return new Expr.Conditional(Objects.requireNonNull(opening.expr()), yes, no, range);
    }

    private Expr branch(Range fallback) {
        List<Expr> pieces = pieces();
        return template(pieces, pieces.isEmpty() ? fallback : pieces.get(0).range());
    }

    /** Takes the directive here: true if it is {@code other}, false if {@code closing}; else the template is broken. */
    private boolean endsWith(String other, Directive opening, String closing) {
        if (at >= parts.size()) {
            throw tokens.failure(
                    "Unexpected end of template",
                    "The " + opening.word() + " directive at " + opening.range() + " is missing its corresponding "
                            + closing + " directive.",
                    end);
        }
        Directive found = (Directive) parts.get(at++);
        if (!found.word().equals(other) && !found.word().equals(closing)) {
            throw tokens.failure(
                    "Unexpected " + found.word() + " directive",
                    "Expecting " + ("else".equals(other) ? "an else or " : "") + "an " + closing + " directive for the "
                            + opening.word() + " started at " + opening.range() + ".",
                    found.range());
        }
        return found.word().equals(other);
    }

    private Expr loop(Directive opening) {
        Range range = opening.range();
        Expr content = branch(range);
        endsWith("", opening, "endfor");
        Expr.For loop = new Expr.For(
                Objects.requireNonNull(opening.names()),
                Objects.requireNonNull(opening.expr()),
                null,
                content,
                null,
                new Expr.Form(false, range, range));
        return new Expr.Join(loop, range);
    }
}
