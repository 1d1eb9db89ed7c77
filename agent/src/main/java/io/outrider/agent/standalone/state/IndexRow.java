package io.outrider.agent.standalone.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** The indexes as they are kept: written with every change. */
record IndexRow(
        @JsonProperty("Index") long index,
        @JsonProperty("Tables") Map<String, Long> tables) {

    static final StateKey KEY = new StateKey(StateKey.Table.CLUSTER, "index");

    IndexRow {
        tables = Map.copyOf(tables);
    }

    static Commit.Change write(long index, Map<Table, Long> indexes) {
        Map<String, Long> tables = new HashMap<>();
        indexes.forEach((table, at) -> tables.put(table.written(), at));
        return new Commit.Change.Put(KEY, new IndexRow(index, tables));
    }

    Map<Table, Long> indexes() {
        Map<Table, Long> indexes = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            Long at = tables.get(table.written());
            if (at != null) {
                indexes.put(table, at);
            }
        }
        return indexes;
    }
}
