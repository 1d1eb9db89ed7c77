package io.outrider.state.store;

import org.jspecify.annotations.Nullable;

/**
 * Names one kept value.
 *
 * @param table its kind
 * @param id within the table: an alloc ID, {@code ALLOC/TASK}, or a name
 */
public record StateKey(Table table, String id) {

    /** Kinds of kept values; the logical schema of behaviour section 7. */
    public enum Table {
        /** Facts about this state directory. */
        META,
        /** {@code Alloc} by alloc ID. */
        ALLOC,
        /** {@code TaskState} by {@code ALLOC/TASK}. */
        TASK_STATE,
        /** What a task runner needs to go on: handle, hook data; by {@code ALLOC/TASK}. */
        TASK_LOCAL,
        /** {@code NetworkStatus} by alloc ID. */
        NETWORK_STATUS,
        /** Last client state that a feed acknowledged, by alloc ID. */
        ACKNOWLEDGED,
        /** Dynamic node meta by name. */
        NODE_META,
        /** What a control plane keeps, by table and key: none of it goes with an alloc that leaves its node. */
        CLUSTER
    }

    /** Key of an alloc's value. */
    public static StateKey alloc(Table table, String allocId) {
        return new StateKey(table, allocId);
    }

    /** Key of a task's value. */
    public static StateKey task(Table table, String allocId, String task) {
        return new StateKey(table, allocId + "/" + task);
    }

    /** The alloc that this value belongs to; empty for tables that are not about allocs. */
    public String allocId() {
        if (table == Table.META || table == Table.NODE_META || table == Table.CLUSTER) {
            return "";
        }
        int slash = id.indexOf('/');
        return slash < 0 ? id : id.substring(0, slash);
    }

    // By hand, as keys of large maps: what the compiler makes links itself at run time, which takes a start some time.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StateKey key && table == key.table && id.equals(key.id);
    }

    @Override
    public int hashCode() {
        return 31 * table.hashCode() + id.hashCode();
    }
}
