package io.outrider.jobspec.hcl.json;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body.Texts;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;

/** JSON values as expressions. */
record JsonExpressions(Limits limits, Diagnostics diagnostics) {
    private static final int UNICODE_ESCAPE = "\\u0041".length();

    Expr expression(JsonTree tree, Texts texts) {
        if (tree instanceof JsonTree.Text text) {
            return text(text, texts);
        }
        if (tree instanceof JsonTree.Numeral number) {
            return new Expr.Literal(Value.number(Num.of(number.value())), tree.range());
        }
        if (tree instanceof JsonTree.Truth truth) {
            return new Expr.Literal(Value.bool(truth.value()), tree.range());
        }
        if (tree instanceof JsonTree.Array array) {
            List<Expr> items =
                    array.items().stream().map(item -> expression(item, texts)).toList();
            return new Expr.Tuple(items, tree.range(), tree.start());
        }
        return tree instanceof JsonTree.Fields fields
                ? object(fields, texts)
                : new Expr.Literal(Value.NULL, tree.range());
    }

    /** In parentheses: an object of JSON is always a value, never the short form of a block. */
    private Expr object(JsonTree.Fields object, Texts texts) {
        List<Expr.Field> fields = object.fields().stream()
                .map(field -> new Expr.Field(
                        text(new JsonTree.Text(field.name(), escaped(field), field.nameRange()), texts),
                        expression(field.value(), texts)))
                .toList();
        return new Expr.Parens(new Expr.Struct(fields, object.range(), object.start()), object.range());
    }

    private static boolean escaped(JsonTree.Field field) {
        return !field.nameRange().text().equals("\"" + field.name() + "\"");
    }

    private Expr text(JsonTree.Text text, Texts texts) {
        boolean plain = texts == Texts.LITERAL
                || texts == Texts.TEMPLATES
                        && !text.value().contains("${")
                        && !text.value().contains("%{");
        Expr literal = new Expr.Literal(Value.str(text.value()), text.range());
        if (plain) {
            return literal;
        }
        Hcl.Region region = text.escaped() ? Hcl.Region.of(spelled(text)) : Hcl.Region.within(text.inside());
        return (texts == Texts.TEMPLATES
                        ? Hcl.template(region, limits, diagnostics)
                        : Hcl.expression(region, limits, diagnostics))
                .orElse(literal);
    }

    /** The text without its escapes, which knows where they stand. */
    private static Source spelled(JsonTree.Text text) {
        Range inside = text.inside();
        String raw = inside.text();
        int[] offsets = new int[text.value().length() + 1];
        int at = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = inside.start() + at;
            at += !raw.startsWith("\\", at) ? 1 : raw.startsWith("\\u", at) ? UNICODE_ESCAPE : 2;
        }
        return Source.spelled(inside.source(), text.value(), offsets);
    }
}
