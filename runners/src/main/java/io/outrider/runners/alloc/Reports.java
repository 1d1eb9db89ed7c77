package io.outrider.runners.alloc;

import io.outrider.state.model.alloc.Alloc.ClientPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What is to be reported, newest value per alloc, against what the feed has taken already (behaviour section 2.9).
 * Not thread-safe.
 */
final class Reports {

    private final Map<String, AllocUpdate> waiting = new LinkedHashMap<>();
    private final Map<String, ClientPart> acknowledged;

    private final Predicate<String> known;

    /**
     * @param acknowledged what the feed has taken already
     * @param known whether an alloc is still on the node
     */
    Reports(Map<String, ClientPart> acknowledged, Predicate<String> known) {
        this.acknowledged = new LinkedHashMap<>(acknowledged);
        this.known = known;
    }

    boolean isKnown(String allocId) {
        return known.test(allocId);
    }

    /** A newer value; one that says nothing new drops what waits. */
    void add(AllocUpdate update) {
        if (update.client().equals(acknowledged.get(update.allocId()))) {
            waiting.remove(update.allocId());
        } else {
            waiting.put(update.allocId(), update);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether anything that waits should not wait for the next round of typical news. */
    boolean urgent() {
        return waiting.values().stream().anyMatch(this::urgent);
    }

    /** Takes all that waits. */
    List<AllocUpdate> take() {
        List<AllocUpdate> all = new ArrayList<>(waiting.values());
        waiting.clear();
        return all;
    }

    /** The feed has these. */
    void acknowledged(List<AllocUpdate> sent) {
        sent.stream()
                .filter(update -> isKnown(update.allocId()))
                .forEach(update -> acknowledged.put(update.allocId(), update.client()));
    }

    /** The feed has not got these; newer values have come or come yet. */
    void failed(List<AllocUpdate> sent) {
        sent.forEach(update -> waiting.putIfAbsent(update.allocId(), update));
    }

    /** The alloc is gone and nothing will be told of it any more, what waits apart. Whether the feed knew it. */
    boolean forget(String allocId) {
        return acknowledged.remove(allocId) != null;
    }

    private boolean urgent(AllocUpdate update) {
        ClientPart before = acknowledged.get(update.allocId());
        String status = update.client().status();
        return before == null ? "failed".equals(status) : !Objects.equals(before.status(), status);
    }
}
