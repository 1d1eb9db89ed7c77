package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventCodec;
import io.outrider.state.store.Commit;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import java.util.List;

/**
 * A commit that waits for the writer, encoded.
 *
 * @param outcome told when it is durable, or has failed
 */
record CommitRequest(
        List<StateWrites.Encoded> changes, List<Event> events, List<byte[]> encoded, Once<Cursor> outcome) {

    static CommitRequest of(Commit commit) {
        return new CommitRequest(
                StateWrites.Encoded.of(commit),
                commit.events(),
                commit.events().stream().map(EventCodec::encode).toList(),
                new Once<>());
    }

    /** Bytes that this commit writes, without what SQLite adds. */
    long bytes() {
        long bytes = 0;
        for (StateWrites.Encoded change : changes) {
            bytes += change.json().length;
        }
        for (byte[] event : encoded) {
            bytes += event.length;
        }
        return bytes;
    }

    int rows() {
        return changes.size() + events.size();
    }
}
