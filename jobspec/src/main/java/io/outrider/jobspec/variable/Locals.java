package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Evaluates {@code locals}, which may refer to each other in any order: tried in file order, the failed ones again. */
public final class Locals {
    private Locals() {}

    /** The values by name. {@code evaluator} knows {@code var}. What never works is reported and unknown. */
    public static Map<String, Value> read(List<Block> blocks, Evaluator evaluator) {
        Map<String, Attribute> pending = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block.type().equals("locals")) {
                pending.putAll(block.body().named().attributes());
            }
        }
        Map<String, Value> known = new TreeMap<>();
        Diagnostics last = new Diagnostics();
        boolean progress = true;
        while (progress && !pending.isEmpty()) {
            last = new Diagnostics();
            progress = round(pending, known, evaluator, last);
        }
        if (!pending.isEmpty()) {
            evaluator.context().diagnostics().addAll(last.list());
            pending.keySet().forEach(name -> known.put(name, Value.UNKNOWN));
        }
        return known;
    }

    private static boolean round(
            Map<String, Attribute> pending, Map<String, Value> known, Evaluator evaluator, Diagnostics faults) {
        int before = pending.size();
        for (Attribute attribute : List.copyOf(pending.values())) {
            Diagnostics own = new Diagnostics();
            Value locals = Value.object(known);
            Value value =
                    evaluator.with(Map.of("local", locals)).collecting(own).evaluate(attribute.value());
            if (own.hasErrors()) {
                faults.addAll(own.list());
            } else {
                known.put(attribute.name(), value);
                pending.remove(attribute.name());
            }
        }
        return pending.size() < before;
    }
}
