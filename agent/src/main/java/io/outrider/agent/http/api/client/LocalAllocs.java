package io.outrider.agent.http.api.client;

import io.outrider.agent.http.api.read.Ids;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.local.LocalNode;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the alloc that a request is about. */
public final class LocalAllocs {

    private final LocalNode node;
    private final Function<String, Optional<Alloc>> known;

    /**
     * @param node what is on this machine
     * @param known allocs that are known although their files may be gone
     */
    public LocalAllocs(LocalNode node, Function<String, Optional<Alloc>> known) {
        this.node = node;
        this.known = known;
    }

    /** The node. */
    public LocalNode node() {
        return node;
    }

    /** The alloc of an id, on this node or known to it. */
    public Alloc require(String id) {
        if (id.isEmpty()) {
            throw new HttpError(400, "must provide a valid alloc id");
        }
        Ids.checkWhole(id, "alloc");
        return node.alloc(id)
                .or(() -> known.apply(id))
                .orElseThrow(() -> new HttpError(404, "Unknown allocation \"" + id + "\""));
    }

    /** Refuses an alloc that is known to the cluster and no longer on this node. */
    void requireHere(Alloc alloc) {
        if (node.alloc(alloc.id()).isEmpty()) {
            throw new HttpError(404, "state for allocation " + alloc.id() + " not found on client");
        }
    }

    /** Refuses a request to another node; without an ID this one is meant. */
    public void checkNode(String id) {
        if (!id.isEmpty()) {
            Ids.checkWhole(id, "node");
            if (!id.equals(node.node().id())) {
                throw new HttpError(500, "Unknown node " + id);
            }
        }
    }

    /** Names of an alloc's tasks. */
    static Set<String> tasks(Alloc alloc) {
        List<Task> tasks = alloc.group().map(TaskGroup::taskList).orElse(List.of());
        return tasks.stream().map(task -> String.valueOf(task.name())).collect(Collectors.toUnmodifiableSet());
    }
}
