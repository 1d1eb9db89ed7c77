package io.outrider.jobspec.hcl.json;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads HCL's JSON syntax. What is a block and what an argument is decided by the table that a body is read with. */
public final class HclJson {
    private HclJson() {}

    /** Whether a text is JSON: the first character that is no space or tab is a brace. */
    public static boolean isJson(Source source) {
        String text = source.text();
        int at = text.startsWith("\uFEFF") ? 1 : 0;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return text.startsWith("{", at);
    }

    /** Whether a text is a JSON object with one of these keys at its top; broken JSON has none. */
    public static boolean hasKey(Source source, Set<String> keys) {
        String bare = source.text().stripLeading();
        if (!bare.startsWith("{") && !bare.startsWith("\uFEFF{")) {
            return false;
        }
        try {
            return JsonReader.read(source, Limits.SHALLOW, new Diagnostics())
                    .map(tree -> tree instanceof JsonTree.Fields object
                            && object.fields().stream().anyMatch(field -> keys.contains(field.name())))
                    .orElse(false);
        } catch (LimitExceeded deep) {
            return false;
        }
    }

    /** The place of what names of fields and numbers of elements lead to; of two of a name the last counts. */
    public static Optional<Range> place(Source source, List<Object> path) {
        try {
            Optional<JsonTree> at = JsonReader.read(source, Limits.SHALLOW, new Diagnostics());
            for (Object step : path) {
                at = at.flatMap(tree -> inside(tree, step));
            }
            return at.map(JsonTree::range);
        } catch (LimitExceeded deep) {
            return Optional.empty();
        }
    }

    private static Optional<JsonTree> inside(JsonTree tree, Object step) {
        if (step instanceof Integer index) {
            boolean there = tree instanceof JsonTree.Array array
                    && index < array.items().size();
            return there ? Optional.of(((JsonTree.Array) tree).items().get(index)) : Optional.empty();
        }
        return tree instanceof JsonTree.Fields object
                ? object.fields().stream()
                        .filter(field -> field.name().equals(step))
                        .map(JsonTree.Field::value)
                        .reduce((before, last) -> last)
                : Optional.empty();
    }

    /** The body of a file, not yet shaped; an empty one with a diagnostic if the text is no JSON. */
    public static Body file(Source source, Limits limits, Diagnostics diagnostics) {
        Optional<JsonTree> tree = JsonReader.read(source, limits, diagnostics);
        Range whole = new Range(source, 0, source.text().length());
        List<JsonTree> content = tree.map(List::of).orElse(List.of());
        return new JsonBody(content, whole, new JsonExpressions(limits, diagnostics)).body();
    }
}
