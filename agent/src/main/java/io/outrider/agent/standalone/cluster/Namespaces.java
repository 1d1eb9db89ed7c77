package io.outrider.agent.standalone.cluster;

import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes namespaces and node pools. Answers are indexes of changes. */
public final class Namespaces {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]{1,128}");
    private static final Pattern POOL = Pattern.compile("[a-zA-Z0-9-_]{1,128}");
    private static final int MAX_DESCRIPTION = 256;
    private static final Set<String> BUILT_IN = Set.of(NodePool.ALL, NodePool.DEFAULT);

    private Namespaces() {}

    /** Sets a namespace; refuses with {@link PlaneException}. */
    public static long put(Namespace namespace, Draft draft) {
        String name = namespace.name();
        String fault = !NAME.matcher(name).matches()
                ? "invalid name \"" + name + "\". Must match regex ^[a-zA-Z0-9-]{1,128}$"
                : Immutable.text(namespace.description()).length() > MAX_DESCRIPTION
                        ? "description longer than " + MAX_DESCRIPTION
                        : "";
        if (!fault.isEmpty()) {
            throw refused("Invalid namespace \"" + name + "\": 1 error occurred:\n\t* " + fault + "\n\n");
        }
        long created = draft.state().namespace(name).map(Namespace::createIndex).orElse(draft.index());
        draft.cause("NamespaceUpserted");
        draft.put(namespace.at(created, draft.index()));
        return draft.index();
    }

    /** Removes a namespace; one that is not there is removed. */
    public static long remove(String name, Draft draft) {
        if (name.equals(Namespace.DEFAULT)) {
            throw refused("can not delete default namespace");
        }
        if (draft.state().jobs(name).stream().anyMatch(job -> !"dead".equals(job.status()))) {
            throw refused("namespace \"" + name + "\" has non-terminal jobs in regions: [global]");
        }
        Optional<Namespace> held = draft.state().namespace(name);
        draft.cause("NamespaceDeleted");
        held.ifPresent(draft::remove);
        return held.isPresent() ? draft.index() : draft.index() - 1;
    }

    /** Sets a node pool; refuses with {@link PlaneException}. */
    public static long put(NodePool pool, Draft draft) {
        String name = pool.name();
        if (BUILT_IN.contains(name)) {
            throw refused("modifying node pool \"" + name + "\" is not allowed");
        }
        if (!POOL.matcher(name).matches()) {
            throw refused("invalid node pool: 1 error occurred:\n\t* invalid name \"" + name
                    + "\", must match regex ^[a-zA-Z0-9-_]{1,128}$\n\n");
        }
        long created = draft.state().nodePool(name).map(NodePool::createIndex).orElse(draft.index());
        draft.cause("NodePoolUpserted");
        draft.put(pool.at(created, draft.index()));
        return draft.index();
    }

    /** Removes a node pool that nothing is in. */
    public static long removePool(String name, Draft draft) {
        if (BUILT_IN.contains(name)) {
            throw refused("deleting node pool \"" + name + "\" is not allowed");
        }
        NodePool pool = draft.state()
                .nodePool(name)
                .orElseThrow(() -> new PlaneException(Kind.NOT_FOUND, "node pool not found"));
        if (draft.state().nodes().stream().anyMatch(node -> name.equals(node.nodePool()))) {
            throw refused("node pool \"" + name + "\" has nodes in regions: [global]");
        }
        if (draft.state().jobs().stream().anyMatch(job -> isIn(job, name))) {
            throw refused("node pool \"" + name + "\" has non-terminal jobs in regions: [global]");
        }
        draft.cause("NodePoolDeleted");
        draft.remove(pool);
        return draft.index();
    }

    private static boolean isIn(Job job, String pool) {
        return Objects.equals(job.nodePool(), pool) && !"dead".equals(job.status());
    }

    private static PlaneException refused(String text) {
        return new PlaneException(Kind.REFUSED, text);
    }
}
