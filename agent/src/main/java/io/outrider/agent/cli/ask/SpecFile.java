package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.Context;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.eval.Scope;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A file that says in HCL or JSON what is to be written.
 *
 * @param argument its name, or {@code -} for the standard input
 * @param json whether it is JSON, whatever it is called
 */
public record SpecFile(String argument, boolean json) {

    /** Keys in these are the user's own. */
    private static final Set<String> FREE = Set.of("Meta", "Items");

    /** Whether an argument names a file, and not a thing. */
    public static boolean isFile(String argument) {
        return argument.equals("-")
                || argument.endsWith(".hcl")
                || argument.endsWith(".json")
                || Files.isRegularFile(Path.of(argument));
    }

    /**
     * What it says, with the names of the API; {@link UserException} where it says what is not known.
     *
     * @param names those of HCL with those of the API; JSON may have either
     */
    public Map<String, @Nullable Object> read(Map<String, String> names) {
        TextInput input = new TextInput(argument);
        byte[] bytes = input.bytes();
        boolean isJson = json
                || argument.endsWith(".json")
                || new String(bytes, StandardCharsets.UTF_8).stripLeading().startsWith("{");
        Map<String, @Nullable Object> plain = isJson ? tree(bytes, input) : hcl(input.source(bytes));
        return renamed(plain, names);
    }

    private static Map<String, @Nullable Object> tree(byte[] bytes, TextInput input) {
        try {
            JsonNode tree = Json.tree(bytes);
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            tree.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            return fields;
        } catch (JacksonException e) {
            throw new UserException(input.name() + " is no JSON: " + e.getOriginalMessage() + " (line "
                    + e.getLocation().getLineNr() + ")");
        }
    }

    private static Map<String, @Nullable Object> hcl(Source source) {
        Diagnostics faults = new Diagnostics();
        Body body = Hcl.file(source, Limits.SHALLOW, faults);
        Context context = new Context(Map.of(), Context.UnknownNames.REFUSE, faults, new Budget(Limits.SHALLOW));
        Map<String, @Nullable Object> fields = fields(body, new Evaluator(context, Scope.of(Map.of())));
        if (faults.hasErrors()) {
            throw new UserException("the file is wrong\n\n" + TextInput.shown(faults.list()));
        }
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Body body, Evaluator evaluator) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        body.attributes().values().forEach(one -> fields.put(one.name(), plain(evaluator.evaluate(one.value()))));
        body.blocks().forEach(block -> fields.put(block.type(), fields(block.body(), evaluator)));
        return fields;
    }

    private static @Nullable Object plain(Value value) {
        if (value instanceof Value.Str text) {
            return text.text();
        }
        if (value instanceof Value.Bool truth) {
            return truth.value();
        }
        if (value instanceof Value.Number number) {
            return number.number().value();
        }
        if (value instanceof Value.Tuple list) {
            List<@Nullable Object> items = new ArrayList<>();
            list.items().forEach(item -> items.add(plain(item)));
            return items;
        }
        if (value instanceof Value.Struct map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.fields().forEach((name, inner) -> fields.put(name, plain(inner)));
            return fields;
        }
        return null;
    }

    private static Map<String, @Nullable Object> renamed(
            Map<String, @Nullable Object> fields, Map<String, String> names) {
        Map<String, @Nullable Object> renamed = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            String known = names.containsValue(name) ? name : names.get(name);
            if (known == null) {
                String question = NearestName.question(name, names.keySet());
                throw new UserException(
                        "unknown key \"" + name + "\" in the file" + (question.isEmpty() ? "" : ". " + question));
            }
            renamed.put(known, inner(known, value, names));
        });
        return renamed;
    }

    @SuppressWarnings("unchecked") // made here, with texts as keys
    private static @Nullable Object inner(String name, @Nullable Object value, Map<String, String> names) {
        return value instanceof Map && !FREE.contains(name)
                ? renamed((Map<String, @Nullable Object>) value, names)
                : value;
    }
}
