package io.outrider.agent.job;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** What an earlier agent has left of jobs. What cannot be read is logged and left out. */
final class LeftRows {

    private static final Logger LOG = LoggerFactory.getLogger(LeftRows.class);
    private static final String ENDED = "alloc-end/";

    private final List<Recovered.Row> rows;

    LeftRows(Recovered recovered) {
        this.rows = recovered.rows();
    }

    static StateKey endKey(String alloc) {
        return new StateKey(Table.META, ENDED + alloc);
    }

    /** The jobs as they were placed. */
    List<PlacedJob> jobs() {
        return read(PlacedJob::holds, PlacedJob.class).map(Map.Entry::getValue).toList();
    }

    /** The allocs that the runners hold, by job. */
    Map<JobKey, List<Alloc>> allocs() {
        Map<JobKey, List<Alloc>> allocs = new LinkedHashMap<>();
        read(key -> key.table() == Table.ALLOC, Alloc.class)
                .map(Map.Entry::getValue)
                .forEach(
                        alloc -> JobKey.of(alloc).ifPresent(key -> allocs.computeIfAbsent(key, job -> new ArrayList<>())
                                .add(alloc)));
        return allocs;
    }

    /** What the runners said last of each alloc, and do not say again: this feed has taken it. */
    Map<String, ClientPart> told() {
        Map<String, ClientPart> parts = new HashMap<>();
        read(key -> key.table() == Table.ACKNOWLEDGED, ClientPart.class)
                .forEach(row -> parts.put(row.getKey().id(), row.getValue()));
        read(key -> key.table() == Table.META && key.id().startsWith(ENDED), ClientPart.class)
                .forEach(row -> parts.put(row.getKey().id().substring(ENDED.length()), row.getValue()));
        return parts;
    }

    private <T> Stream<Map.Entry<StateKey, T>> read(Predicate<StateKey> which, Class<T> type) {
        return rows.stream().filter(row -> which.test(row.key())).flatMap(row -> parsed(row, type).stream()
                .map(value -> Map.entry(row.key(), value)));
    }

    private static <T> Optional<T> parsed(Recovered.Row row, Class<T> type) {
        try {
            return Optional.of(Json.read(row.json(), type));
        } catch (JacksonException | NullPointerException e) {
            LOG.error(
                    "state {} {} cannot be read and is left out: {}",
                    row.key().table(),
                    row.key().id(),
                    e.getMessage());
            return Optional.empty();
        }
    }
}
