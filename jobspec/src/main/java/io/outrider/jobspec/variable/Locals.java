package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Evaluates {@code locals}, which may refer to each other in any order: tried in file order, the failed ones again once
 * something that they missed is there.
 */
public final class Locals {
    /** What it costs to copy an entry, and to read it as whoever asks for all of them does. */
    private static final long COPYING = 16;

    private final Evaluator evaluator;
    private final List<Local> written = new ArrayList<>();
    private final Map<String, Local> pending = new LinkedHashMap<>();
    private final SortedMap<String, Value> known = new TreeMap<>(Value.BYTES);

    /** Places in the file of those to try; all of them are pending. */
    private final TreeSet<Integer> ready = new TreeSet<>();

    /** By name, the places of those that failed while it was pending. */
    private final Map<String, List<Integer>> waiting = new HashMap<>();

    private Locals(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    /** The values by name. {@code evaluator} knows {@code var}. What never works is reported and unknown. */
    public static Map<String, Value> read(List<Block> blocks, Evaluator evaluator) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        for (Block block : blocks) {
            if (block.type().equals("locals")) {
                attributes.putAll(block.body().named().attributes());
            }
        }
        Locals locals = new Locals(evaluator);
        attributes.values().forEach(attribute -> locals.add(new Local(attribute)));
        return locals.values();
    }

    private void add(Local local) {
        ready.add(written.size());
        written.add(local);
        pending.put(local.name(), local);
    }

    private Map<String, Value> values() {
        int before;
        do {
            before = pending.size();
            round();
        } while (pending.size() < before && !ready.isEmpty());
        pending.values().forEach(local -> evaluator.context().diagnostics().addAll(local.faults(pending.keySet())));
        pending.keySet().forEach(name -> known.put(name, Value.UNKNOWN));
        return known;
    }

    /** Once through the file. What a success makes ready has its turn in the same round if it stands further down. */
    private void round() {
        for (Integer at = ready.ceiling(0); at != null; at = ready.higher(at)) {
            Local local = written.get(at);
            Optional<Value> value = local.attempt(evaluator.with(Map.of("local", seenBy(local))), pending.keySet());
            if (value.isPresent()) {
                ready.remove(at);
                found(local.name(), value.get());
            } else if (!local.takesAll()) {
                ready.remove(at);
                for (String name : local.missed()) {
                    waiting.computeIfAbsent(name, n -> new ArrayList<>()).add(at);
                }
            }
        }
    }

    private void found(String name, Value value) {
        known.put(name, value);
        pending.remove(name);
        for (Integer at : waiting.getOrDefault(name, List.of())) {
            if (pending.containsKey(written.get(at).name())) {
                ready.add(at);
            }
        }
    }

    /** A copy for each local would take the square of their number. */
    private Value seenBy(Local local) {
        if (!local.takesAll()) {
            return new Value.Struct(Collections.unmodifiableSortedMap(known), 1, 1);
        }
        evaluator.context().budget().work(COPYING * known.size(), null);
        return Value.object(known);
    }
}
