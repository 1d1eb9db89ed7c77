package io.outrider.jobspec.hcl.json;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Heading;
import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.ast.Body.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One body of JSON: an object, or a list of objects that count as one. */
final class JsonBody implements Body.Form {
    private static final String COMMENT = "//";
    private static final String WRONG_TYPE = "Incorrect JSON value type";

    private final List<JsonTree> content;
    private final Range range;
    private final JsonExpressions expressions;
    private final Diagnostics diagnostics;

    JsonBody(List<JsonTree> content, Range range, JsonExpressions expressions) {
        this.content = content;
        this.range = range;
        this.expressions = expressions;
        this.diagnostics = expressions.diagnostics();
    }

    Body body() {
        return new Body(Map.of(), List.of(), range, range.atEnd(), this);
    }

    @Override
    public Body shaped(Body.Shape shape) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        List<Block> blocks = new ArrayList<>();
        for (JsonTree.Field field : fields(content, "to define arguments and child blocks")) {
            Integer labels = shape.blocks().get(field.name());
            if (shape.arguments().contains(field.name())) {
                attribute("Duplicate argument", field, shape.texts(field.name()), attributes);
            } else if (labels != null) {
                block(field, labels, blocks);
            } else if (!field.name().equals(COMMENT)) {
                extraneous(field, shape);
            }
        }
        return new Body(attributes, blocks, range, range.atEnd(), null);
    }

    @Override
    public Body named(Texts texts) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        for (JsonTree.Field field : fields(content, "to define the arguments")) {
            if (!field.name().equals(COMMENT)) {
                attribute("Duplicate attribute definition", field, texts, attributes);
            }
        }
        return new Body(attributes, List.of(), range, range.atEnd(), null);
    }

    private void extraneous(JsonTree.Field field, Body.Shape shape) {
        Diagnostic fault = Diagnostic.error(
                "Extraneous JSON object property",
                "No argument or block type is named \"" + field.name() + "\".",
                field.nameRange());
        if (!diagnostics.wantsHints()) {
            diagnostics.add(fault);
            return;
        }
        Set<String> known = new TreeSet<>(shape.arguments());
        known.addAll(shape.blocks().keySet());
        String question = NearestName.question(field.name(), known);
        diagnostics.add(fault.hint(question.isEmpty() ? "Expected here: " + String.join(", ", known) + "." : question));
    }

    private void attribute(String duplicate, JsonTree.Field field, Texts texts, Map<String, Attribute> attributes) {
        Attribute before = attributes.get(field.name());
        if (before != null) {
            diagnostics.error(
                    duplicate,
                    "The argument \"" + field.name() + "\" was already set at " + before.range() + ".",
                    field.nameRange());
            return;
        }
        attributes.put(
                field.name(),
                new Attribute(
                        field.name(), expressions.expression(field.value(), texts), field.nameRange(), field.range()));
    }

    private void block(JsonTree.Field field, int labels, List<Block> blocks) {
        blocks(field, field.value(), labels, List.of(), blocks);
    }

    // CHECKSTYLE OFF: ParameterNumber because a level of labels needs what it adds to and what it has so far.
    private void blocks(JsonTree.Field type, JsonTree value, int labelsLeft, List<Label> labels, List<Block> blocks) {
        // CHECKSTYLE ON: ParameterNumber
        if (labelsLeft == 0) {
            content(type, value, labels, blocks);
            return;
        }
        List<JsonTree.Field> named = fields(List.of(value), "to specify the labels of this block");
        if (named.isEmpty()) {
            diagnostics.error(
                    "Missing block label",
                    "At least one object property is required, whose name represents the label of the " + type.name()
                            + " block.",
                    value.start());
        }
        for (JsonTree.Field field : named) {
            List<Label> more = new ArrayList<>(labels);
            more.add(new Label(field.name(), field.nameRange()));
            blocks(type, field.value(), labelsLeft - 1, more, blocks);
        }
    }

    private void content(JsonTree.Field type, JsonTree value, List<Label> labels, List<Block> blocks) {
        if (value instanceof JsonTree.Fields || value instanceof JsonTree.Array) {
            List<JsonTree> all = value instanceof JsonTree.Array array ? array.items() : List.of(value);
            for (JsonTree one : all) {
                Heading heading = new Heading(type.nameRange(), header(type, labels), one.start());
                Body body = new JsonBody(List.of(one), one.range(), expressions).body();
                blocks.add(new Block(type.name(), List.copyOf(labels), body, heading));
            }
        } else if (!(value instanceof JsonTree.Nothing)) {
            diagnostics.error(
                    WRONG_TYPE,
                    "Either a JSON object or a JSON array is required, representing the contents of one or more \""
                            + type.name() + "\" blocks.",
                    value.start());
        }
    }

    private static Range header(JsonTree.Field type, List<Label> labels) {
        return labels.isEmpty()
                ? type.nameRange()
                : type.nameRange().to(labels.get(labels.size() - 1).range());
    }

    /** The entries of objects, lists of objects included. */
    private List<JsonTree.Field> fields(List<JsonTree> trees, String purpose) {
        List<JsonTree.Field> all = new ArrayList<>();
        for (JsonTree tree : trees) {
            if (tree instanceof JsonTree.Fields object) {
                all.addAll(object.fields());
            } else if (tree instanceof JsonTree.Array array) {
                for (JsonTree item : array.items()) {
                    collect(item, purpose, all);
                }
            } else if (!(tree instanceof JsonTree.Nothing)) {
                diagnostics.error(WRONG_TYPE, "A JSON object is required here, " + purpose + ".", tree.start());
            }
        }
        return all;
    }

    private void collect(JsonTree item, String purpose, List<JsonTree.Field> all) {
        if (item instanceof JsonTree.Fields object) {
            all.addAll(object.fields());
        } else if (!(item instanceof JsonTree.Nothing)) {
            diagnostics.error(WRONG_TYPE, "A JSON object is required here, " + purpose + ".", item.start());
        }
    }
}
