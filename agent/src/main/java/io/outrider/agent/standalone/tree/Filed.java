package io.outrider.agent.standalone.tree;

import java.util.List;
import java.util.Optional;

/** A table whose values are found by ID, by the order in which they were made, and by owner. Immutable. */
public record Filed<V>(Tree<V> byId, Tree<V> byCreation, Tree<V> byOwner) {

    /** Nothing. */
    public static <V> Filed<V> empty() {
        return new Filed<>(Tree.empty(), Tree.empty(), Tree.empty());
    }

    /** With one value set. */
    public Filed<V> with(Place place, V value) {
        return new Filed<>(
                byId.with(place.id(), value),
                byCreation.with(place.created(), value),
                byOwner.with(place.underOwner(), value));
    }

    /** Without what is filed at a place. */
    public Filed<V> without(Place place) {
        return new Filed<>(
                byId.without(place.id()), byCreation.without(place.created()), byOwner.without(place.underOwner()));
    }

    /** The value of an ID. */
    public Optional<V> get(String id) {
        return byId.get(id);
    }

    /** What is filed under keys that begin with an owner's, oldest first. */
    public List<V> of(String owner) {
        return byOwner.prefixed(owner);
    }

    /** Where a value is filed; none of it ever changes. */
    public record Place(String id, String created, String underOwner) {}
}
