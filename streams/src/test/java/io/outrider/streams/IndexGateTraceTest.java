package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.IndexGate.Added;
import io.outrider.streams.IndexGate.Batch;
import io.outrider.streams.IndexGate.Decision;
import io.outrider.streams.IndexGate.Ignored;
import io.outrider.streams.IndexGate.Pulled;
import io.outrider.streams.IndexGate.Removed;
import io.outrider.streams.IndexGate.Snapshot;
import io.outrider.streams.IndexGate.Updated;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Seeded random traces, 10^5 in all; a failure names its seed. */
class IndexGateTraceTest {

    private static final int TRACES = 50_000;
    private static final int KEYS = 5;

    /**
     * A server's true history, seen through answers that are shuffled, repeated and given by servers that lag. Whatever
     * the order: what runs is what the newest answer so far says.
     */
    @Test
    void whatRunsIsAlwaysTheNewestStateSeen() {
        long dropped = 0;
        for (int seed = 0; seed < TRACES; seed++) {
            Random random = new Random(seed);
            List<TreeMap<Integer, Long>> history = history(random);
            IndexGate<Integer, Long> gate = new IndexGate<>();
            Map<Integer, Long> running = new HashMap<>();
            int newest = 0;
            for (int answer = 0; answer < 20; answer++) {
                int index = random.nextInt(history.size());
                apply(running, gate.accept(answer(index, history, gate)), seed);
                newest = Math.max(newest, index);
                same(running, history.get(newest), seed, answer);
            }
            dropped += gate.dropped();
        }
        assertThat(dropped).as("the traces have to bring old answers").isGreaterThan(TRACES);
    }

    /** Answers that no honest server gives, judged key by key from the four rules. */
    @Test
    void everyDecisionFollowsTheRulesForAnyAnswer() {
        Set<Class<?>> seen = new HashSet<>();
        for (int seed = 0; seed < TRACES; seed++) {
            Random random = new Random(seed);
            IndexGate<Integer, Long> gate = new IndexGate<>();
            Map<Integer, Long> held = new HashMap<>();
            long last = 0;
            for (int answer = 0; answer < 12; answer++) {
                Snapshot<Integer, Long> snapshot = wild(random);
                boolean expected = snapshot.index() > last && isComplete(snapshot, held);
                Batch<Integer, Long> batch = gate.accept(snapshot);
                same(batch.accepted(), expected, seed, answer);
                Map<Integer, Decision<Integer, Long>> byKey = new HashMap<>();
                batch.decisions().forEach(decision -> byKey.put(decision.key(), decision));
                same(byKey.size(), batch.decisions().size(), seed, answer);
                if (expected) {
                    last = snapshot.index();
                    for (int key = 0; key < KEYS; key++) {
                        same(byKey.get(key), rule(key, snapshot, held), seed, answer);
                    }
                    apply(held, batch, seed);
                    same(gate.held(), held, seed, answer);
                }
                batch.decisions().forEach(decision -> seen.add(decision.getClass()));
            }
        }
        assertThat(seen).containsExactlyInAnyOrder(Added.class, Updated.class, Removed.class, Ignored.class);
    }

    /** Plain, because it runs millions of times. */
    private static void same(Object actual, Object expected, int seed, Object where) {
        if (!Objects.equals(actual, expected)) {
            throw new AssertionError("seed " + seed + ", " + where + ": " + actual + " (expected: " + expected + ")");
        }
    }

    private static List<TreeMap<Integer, Long>> history(Random random) {
        List<TreeMap<Integer, Long>> history = new ArrayList<>(List.of(new TreeMap<>()));
        for (long index = 1; index <= 12; index++) {
            TreeMap<Integer, Long> state = new TreeMap<>(history.get(history.size() - 1));
            int key = random.nextInt(KEYS);
            if (random.nextInt(3) == 0) {
                state.remove(key);
            } else {
                state.put(key, index);
            }
            history.add(state);
        }
        return history;
    }

    /** Values are only pulled for what the gate wants, as a feed does. */
    private static Snapshot<Integer, Long> answer(
            int index, List<TreeMap<Integer, Long>> history, IndexGate<Integer, Long> gate) {
        Map<Integer, Long> listed = history.get(index);
        Map<Integer, Pulled<Long>> pulled = new HashMap<>();
        gate.wanted(listed).forEach(key -> pulled.put(key, new Pulled<>(listed.get(key), listed.get(key))));
        return new Snapshot<>(index, listed, pulled);
    }

    private static Snapshot<Integer, Long> wild(Random random) {
        Map<Integer, Long> listed = new HashMap<>();
        Map<Integer, Pulled<Long>> pulled = new HashMap<>();
        for (int key = 0; key < KEYS; key++) {
            if (random.nextInt(3) > 0) {
                listed.put(key, (long) random.nextInt(30));
            }
            if (random.nextInt(8) > 0) {
                long at = listed.getOrDefault(key, 7L) + random.nextInt(4) - (random.nextInt(12) == 0 ? 3 : 0);
                pulled.put(key, new Pulled<>(at, at));
            }
        }
        return new Snapshot<>(random.nextInt(40), listed, pulled);
    }

    private static boolean isComplete(Snapshot<Integer, Long> snapshot, Map<Integer, Long> held) {
        return snapshot.listed().entrySet().stream().allMatch(listed -> {
            long have = held.getOrDefault(listed.getKey(), -1L);
            Pulled<Long> pulled = snapshot.pulled().get(listed.getKey());
            return listed.getValue() <= have || pulled != null && pulled.modifyIndex() >= listed.getValue();
        });
    }

    private static Decision<Integer, Long> rule(int key, Snapshot<Integer, Long> snapshot, Map<Integer, Long> held) {
        boolean known = held.containsKey(key);
        long have = held.getOrDefault(key, -1L);
        if (!snapshot.listed().containsKey(key)) {
            Decision<Integer, Long> kept = known ? new Ignored<>(key, have) : null;
            return known && snapshot.index() > have ? new Removed<>(key, have) : kept;
        }
        Pulled<Long> pulled = snapshot.pulled().get(key);
        if (pulled != null && pulled.modifyIndex() > have) {
            return known
                    ? new Updated<>(key, pulled.modifyIndex(), pulled.value())
                    : new Added<>(key, pulled.modifyIndex(), pulled.value());
        }
        return new Ignored<>(key, have);
    }

    /** Carries decisions out and refuses those that make no sense for what runs. */
    private static void apply(Map<Integer, Long> running, Batch<Integer, Long> batch, int seed) {
        for (Decision<Integer, Long> decision : batch.decisions()) {
            Long before = running.get(decision.key());
            if (decision instanceof Added<Integer, Long> added) {
                same(before, null, seed, added);
                running.put(added.key(), added.value());
            } else if (decision instanceof Updated<Integer, Long> updated) {
                same(before != null && before < updated.value(), true, seed, updated);
                running.put(updated.key(), updated.value());
            } else if (decision instanceof Removed<Integer, Long> removed) {
                same(before != null && before < batch.index(), true, seed, removed);
                running.remove(removed.key());
            }
        }
    }
}
