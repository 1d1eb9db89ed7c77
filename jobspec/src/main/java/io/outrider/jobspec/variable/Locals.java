package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Evaluates {@code locals}, which may refer to each other in any order: tried in file order, the failed ones again. */
public final class Locals {
    private Locals() {}

    /** The values by name. {@code evaluator} knows {@code var}. What never works is reported and unknown. */
    public static Map<String, Value> read(List<Block> blocks, Evaluator evaluator) {
        Map<String, Attribute> written = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block.type().equals("locals")) {
                written.putAll(block.body().named().attributes());
            }
        }
        Map<String, Local> pending = new LinkedHashMap<>();
        written.forEach((name, attribute) -> pending.put(name, new Local(attribute)));
        SortedMap<String, Value> known = new TreeMap<>(Value.BYTES);
        boolean progress = true;
        while (progress && !pending.isEmpty()) {
            progress = round(pending, known, evaluator);
        }
        pending.values().forEach(local -> evaluator.context().diagnostics().addAll(local.faults(pending.keySet())));
        pending.keySet().forEach(name -> known.put(name, Value.UNKNOWN));
        return known;
    }

    private static boolean round(Map<String, Local> pending, SortedMap<String, Value> known, Evaluator evaluator) {
        int before = pending.size();
        // Copying what is known for each local would take the square of their number.
        SortedMap<String, Value> view = Collections.unmodifiableSortedMap(known);
        for (Local local : List.copyOf(pending.values())) {
            if (local.waits(pending.keySet())) {
                continue;
            }
            Value locals = local.takesAll() ? Value.object(known) : new Value.Struct(view, 1, 1);
            Optional<Value> value = local.attempt(evaluator.with(Map.of("local", locals)), pending.keySet());
            if (value.isPresent()) {
                known.put(local.name(), value.get());
                pending.remove(local.name());
            }
        }
        return pending.size() < before;
    }
}
