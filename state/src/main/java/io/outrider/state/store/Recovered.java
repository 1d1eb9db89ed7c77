package io.outrider.state.store;

import java.util.List;
import java.util.Optional;

/**
 * What {@link StateStore#open} found.
 *
 * @param rows every sound value, in no particular order
 * @param quarantined values that were damaged and have been set aside, each with what was wrong
 */
public record Recovered(List<Row> rows, List<Quarantined> quarantined) {

    public Recovered {
        rows = List.copyOf(rows);
        quarantined = List.copyOf(quarantined);
    }

    /** The value of {@code key} as JSON bytes. */
    public Optional<byte[]> find(StateKey key) {
        return rows.stream().filter(row -> row.key().equals(key)).map(Row::json).findFirst();
    }

    /** One kept value. */
    public record Row(StateKey key, byte[] json) {}

    /** One damaged value. */
    public record Quarantined(StateKey key, String reason) {}
}
