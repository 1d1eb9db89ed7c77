package io.outrider.agent.config;

import io.outrider.agent.config.Item.Field;
import io.outrider.agent.config.Item.Fields;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.json.HclJson;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads the text of a config file as items. Expressions are none: text keeps its <code>${...}</code>. */
final class Items {

    private Items() {}

    /** What can be read; faults go to the diagnostics. */
    static Fields of(Source source, Diagnostics faults) {
        return HclJson.isJson(source)
                ? fields(HclJson.file(source, Limits.SHALLOW, faults).named(Body.Texts.LITERAL))
                : fields(Hcl.file(source, Hcl.Dialect.LOOSE, Limits.SHALLOW, faults));
    }

    private static Fields fields(Body body) {
        List<Field> fields = Stream.concat(
                        body.attributes().values().stream()
                                .map(one -> new Field(one.name(), one.nameRange(), item(one.value()))),
                        body.blocks().stream().map(Items::field))
                .sorted(Comparator.comparingInt(field -> field.nameRange().start()))
                .toList();
        return new Fields(fields, body.range());
    }

    /** Labels are names of blocks within: {@code plugin "x" { }} is {@code plugin = { x = { } }}. */
    private static Field field(Body.Block block) {
        Item inner = fields(block.body());
        for (int i = block.labels().size() - 1; i >= 0; i--) {
            Body.Label label = block.labels().get(i);
            inner = new Fields(List.of(new Field(label.text(), label.range(), inner)), label.range());
        }
        return new Field(block.type(), block.typeRange(), inner);
    }

    private static Item item(Expr expr) {
        Range range = expr.range();
        if (expr instanceof Expr.Parens parens) {
            return item(parens.inner());
        }
        if (expr instanceof Expr.Literal literal) {
            return plain(literal.value(), range);
        }
        if (expr instanceof Expr.Tuple tuple) {
            return new Item.Many(tuple.items().stream().map(Items::item).toList(), range);
        }
        if (expr instanceof Expr.Struct struct) {
            return struct(struct);
        }
        if (expr instanceof Expr.Unary unary && item(unary.operand()) instanceof Item.Figure figure) {
            return new Item.Figure(figure.value().negate(), range);
        }
        boolean quoted = range.text().startsWith("\"") && range.text().length() > 1;
        return quoted
                ? new Item.Text(range.text().substring(1, range.text().length() - 1), range)
                : new Item.Unusable(range);
    }

    private static Item plain(Value value, Range range) {
        if (value instanceof Value.Str text) {
            return new Item.Text(text.text(), range);
        }
        if (value instanceof Value.Number number && !number.number().isInfinite()) {
            return new Item.Figure(number.number().value(), range);
        }
        return value instanceof Value.Bool bool ? new Item.Truth(bool.value(), range) : new Item.Unusable(range);
    }

    private static Item struct(Expr.Struct struct) {
        List<Field> fields = new ArrayList<>();
        for (Expr.Field field : struct.fields()) {
            Item key = item(field.key());
            String name =
                    key instanceof Item.Text text ? text.text() : key.range().text();
            fields.add(new Field(name, key.range(), item(field.value())));
        }
        return new Fields(fields, struct.range());
    }
}
