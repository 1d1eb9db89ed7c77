package io.outrider.state.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@link StateStore#open} found. */
public final class Recovered {

    private final List<Row> rows;
    private final List<Quarantined> quarantined;
    private final Map<StateKey, byte[]> byKey = new HashMap<>();

    /**
     * @param rows every sound value, in no particular order
     * @param quarantined values that were damaged and have been set aside, each with what was wrong
     */
    public Recovered(List<Row> rows, List<Quarantined> quarantined) {
        this.rows = List.copyOf(rows);
        this.quarantined = List.copyOf(quarantined);
        rows.forEach(row -> byKey.put(row.key(), row.json()));
    }

    /** Every sound value, in no particular order. */
    public List<Row> rows() {
        return rows;
    }

    /** Values that were damaged and have been set aside, each with what was wrong. */
    public List<Quarantined> quarantined() {
        return quarantined;
    }

    /** The value of {@code key} as JSON bytes. */
    public Optional<byte[]> find(StateKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** One kept value. */
    public record Row(StateKey key, byte[] json) {}

    /** One damaged value. */
    public record Quarantined(StateKey key, String reason) {}
}
