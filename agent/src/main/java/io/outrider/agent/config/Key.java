package io.outrider.agent.config;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A known name, with the names below it. Filled once, then only read. */
final class Key {

    /** Stands for any name: a label. */
    static final String LABEL = "?";

    private final Map<String, Key> below = new TreeMap<>();
    private @Nullable Kind kind;
    private boolean used;

    Key add(String name) {
        return below.computeIfAbsent(name, any -> new Key());
    }

    void is(Kind what, boolean isUsed) {
        kind = what;
        used = isUsed;
    }

    /** What it takes; null for a block of known names. */
    @Nullable
    Kind kind() {
        return kind;
    }

    /** Whether it, or anything below it, changes what this agent does. */
    boolean used() {
        return used || below.values().stream().anyMatch(Key::used);
    }

    boolean labelled() {
        return below.containsKey(LABEL);
    }

    /** The names below it. */
    Map<String, Key> below() {
        return below;
    }

    @Nullable
    Key find(String name) {
        Key label = below.get(LABEL);
        return label == null ? below.get(name) : label;
    }
}
