package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.value.Value;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Names and their values, innermost first; immutable. */
public final class Scope {
    private final @Nullable Scope outer;
    private final Map<String, Value> names;
    private final int depth;

    private Scope(@Nullable Scope outer, Map<String, Value> names) {
        this.depth = outer == null ? 1 : outer.depth + 1;
        this.outer = outer;
        this.names = names;
    }

    public static Scope of(Map<String, Value> names) {
        return new Scope(null, Map.copyOf(names));
    }

    /** This scope with more names in front. */
    public Scope with(Map<String, Value> inner) {
        return new Scope(this, Map.copyOf(inner));
    }

    /** How many scopes a name is looked for in. */
    int depth() {
        return depth;
    }

    /** The value of a name, or null if nobody defines it. */
    public @Nullable Value find(String name) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            Value found = scope.names.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** All names, for hints. */
    public Collection<String> known() {
        Collection<String> all = new TreeSet<>();
        for (Scope scope = this; scope != null; scope = scope.outer) {
            all.addAll(scope.names.keySet());
        }
        return all;
    }
}
