package io.outrider.streams;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Decides what a snapshot of an assignment list changes (design mechanism 1, row R23), whatever order the answers of
 * old, new and reconnected servers arrive in:
 *
 * <ul>
 *   <li>a snapshot whose index is not above that of the last accepted one is dropped and counted;
 *   <li>so is one that lists something new without carrying it, because its index may come again complete;
 *   <li>a key is updated only by a higher modify index than the one held;
 *   <li>a key that the snapshot lacks is removed only if the snapshot's index is above the modify index held.
 * </ul>
 *
 * Safe from any thread; one call at a time decides. Its memory is one number per held key.
 */
public final class IndexGate<K, V> {

    private final Map<K, Long> held;
    private long lastIndex;
    private long dropped;

    /** An empty gate. */
    public IndexGate() {
        this(Map.of());
    }

    /** A gate that holds already what was restored: {@code held} is key to modify index. */
    public IndexGate(Map<K, Long> held) {
        this.held = new LinkedHashMap<>(held);
    }

    /** The decisions for each accepted snapshot, in order, an empty batch included; dropped ones emit nothing. */
    public Flux<Batch<K, V>> decisions(Flux<Snapshot<K, V>> snapshots) {
        return snapshots.handle((snapshot, sink) -> {
            Batch<K, V> batch = accept(snapshot);
            if (batch.accepted()) {
                sink.next(batch);
            }
        });
    }

    /**
     * Judges one snapshot and holds its result. Decisions come in the order in which they have to be carried out:
     * removed, updated, added; then the ignored.
     */
    public synchronized Batch<K, V> accept(Snapshot<K, V> snapshot) {
        if (snapshot.index() <= lastIndex) {
            return drop(snapshot, "index " + snapshot.index() + " is not above " + lastIndex);
        }
        for (Map.Entry<K, Long> listed : snapshot.listed().entrySet()) {
            if (isMissing(listed.getKey(), listed.getValue(), snapshot)) {
                return drop(snapshot, listed.getKey() + " at " + listed.getValue() + " is listed but not carried");
            }
        }
        lastIndex = snapshot.index();
        return decide(snapshot);
    }

    /** Which of the listed keys have to be carried by a snapshot: unknown ones and those with a higher modify index. */
    public synchronized List<K> wanted(Map<K, Long> listed) {
        List<K> wanted = new ArrayList<>();
        listed.forEach((key, index) -> {
            if (index > heldIndex(key)) {
                wanted.add(key);
            }
        });
        return wanted;
    }

    /** Snapshots dropped so far. */
    public synchronized long dropped() {
        return dropped;
    }

    /** The index of the last accepted snapshot, 0 before the first. */
    public synchronized long lastIndex() {
        return lastIndex;
    }

    /** What is held: key to modify index, a copy. */
    public synchronized Map<K, Long> held() {
        return Map.copyOf(held);
    }

    private Batch<K, V> drop(Snapshot<K, V> snapshot, String reason) {
        dropped++;
        return new Batch<>(snapshot.index(), reason, List.of());
    }

    private boolean isMissing(K key, long listed, Snapshot<K, V> snapshot) {
        Pulled<V> pulled = snapshot.pulled().get(key);
        return listed > heldIndex(key) && (pulled == null || pulled.modifyIndex() < listed);
    }

    private Batch<K, V> decide(Snapshot<K, V> snapshot) {
        List<Decision<K, V>> decisions = new ArrayList<>();
        List<Decision<K, V>> added = new ArrayList<>();
        List<Decision<K, V>> ignored = new ArrayList<>();
        removeUnlisted(snapshot, decisions, ignored);
        for (K key : snapshot.listed().keySet()) {
            Decision<K, V> decision = judge(key, snapshot.pulled().get(key));
            if (decision instanceof Updated) {
                decisions.add(decision);
            } else {
                (decision instanceof Added ? added : ignored).add(decision);
            }
        }
        decisions.addAll(added);
        decisions.addAll(ignored);
        return new Batch<>(snapshot.index(), null, List.copyOf(decisions));
    }

    private void removeUnlisted(Snapshot<K, V> snapshot, List<Decision<K, V>> removed, List<Decision<K, V>> ignored) {
        for (Map.Entry<K, Long> entry : Map.copyOf(held).entrySet()) {
            K key = entry.getKey();
            if (snapshot.listed().containsKey(key)) {
                continue;
            }
            if (snapshot.index() > entry.getValue()) {
                held.remove(key);
                removed.add(new Removed<>(key, entry.getValue()));
            } else {
                ignored.add(new Ignored<>(key, entry.getValue()));
            }
        }
    }

    private Decision<K, V> judge(K key, @Nullable Pulled<V> pulled) {
        Long before = held.get(key);
        if (pulled == null || before != null && pulled.modifyIndex() <= before) {
            return new Ignored<>(key, heldIndex(key));
        }
        held.put(key, pulled.modifyIndex());
        return before == null
                ? new Added<>(key, pulled.modifyIndex(), pulled.value())
                : new Updated<>(key, pulled.modifyIndex(), pulled.value());
    }

    private long heldIndex(K key) {
        return held.getOrDefault(key, -1L);
    }

    /**
     * One answer of a feed.
     *
     * @param index the state that the list shows
     * @param listed all keys that are assigned, with their modify indexes
     * @param pulled the full values of at least the listed ones that are new ({@link #wanted}); what is pulled and not
     *     listed is not looked at
     */
    public record Snapshot<K, V>(long index, Map<K, Long> listed, Map<K, Pulled<V>> pulled) {
        public Snapshot {
            listed = Map.copyOf(listed);
            pulled = Map.copyOf(pulled);
        }

        /** A snapshot that carries every value in full. */
        public static <K, V> Snapshot<K, V> full(long index, Map<K, Pulled<V>> values) {
            Map<K, Long> listed = new HashMap<>();
            values.forEach((key, pulled) -> listed.put(key, pulled.modifyIndex()));
            return new Snapshot<>(index, listed, values);
        }
    }

    /** A value with its own modify index, which may be above the listed one. */
    public record Pulled<V>(long modifyIndex, V value) {}

    /** What has to be done about one key. */
    public sealed interface Decision<K, V> {
        K key();
    }

    /** Was unknown. */
    public record Added<K, V>(K key, long modifyIndex, V value) implements Decision<K, V> {}

    /** Known, and this value is newer. */
    public record Updated<K, V>(K key, long modifyIndex, V value) implements Decision<K, V> {}

    /** No longer assigned; {@code modifyIndex} is the one that was held. */
    public record Removed<K, V>(K key, long modifyIndex) implements Decision<K, V> {}

    /** Stays as it is: nothing newer came, or the snapshot is too old to take it away. */
    public record Ignored<K, V>(K key, long modifyIndex) implements Decision<K, V> {}

    /**
     * The outcome of one snapshot.
     *
     * @param refusal why it was dropped, for people; null if it was accepted
     * @param decisions one for each key that is listed or was held; empty if it was dropped
     */
    public record Batch<K, V>(long index, @Nullable String refusal, List<Decision<K, V>> decisions) {
        /** False if the snapshot was dropped. */
        public boolean accepted() {
            return refusal == null;
        }
    }
}
