package io.outrider.agent.standalone.cluster;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.job.Evals;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.NodeChanged;
import io.outrider.agent.standalone.request.NodeMeta;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.node.NodeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What people decide about the node. */
public final class NodeChanges {

    private static final String ELIGIBLE = "eligible";
    private static final String INELIGIBLE = "ineligible";

    private final Evals evals;

    public NodeChanges(Evals evals) {
        this.evals = evals;
    }

    /** Says whether anything new may be placed on the node; refuses with {@link PlaneException}. */
    public NodeChanged eligibility(String id, String wanted, Draft draft) {
        if (!wanted.equals(ELIGIBLE) && !wanted.equals(INELIGIBLE)) {
            throw new PlaneException(Kind.REFUSED, "invalid scheduling eligibility \"" + wanted + "\"");
        }
        Node node = held(id, draft);
        if (wanted.equals(node.schedulingEligibility())) {
            return new NodeChanged(new Evaluated(List.of(), 0, draft.index() - 1), 0);
        }
        draft.cause("NodeDrain");
        NodeEvent event = new NodeEvent(
                "Node marked as " + wanted + " for scheduling", "Cluster", null, draft.now(), draft.index());
        List<NodeEvent> events = Nodes.longer(Objects.requireNonNullElse(node.events(), List.of()), event);
        Node changed = Nodes.with(
                node, Nodes.Decided.of(node).eligible(wanted, events), new Nodes.Stamp(node.createIndex(), draft));
        draft.put(changed);
        List<String> made = wanted.equals(ELIGIBLE) ? evaluate(changed, draft) : List.of();
        return new NodeChanged(new Evaluated(made, made.isEmpty() ? 0 : draft.index(), draft.index()), 0);
    }

    /** Looks at every job of the node anew. */
    public NodeChanged evaluate(String id, Draft draft) {
        Node node = held(id, draft);
        draft.cause("EvaluationUpdated");
        List<String> made = evaluate(node, draft);
        long index = made.isEmpty() ? draft.index() - 1 : draft.index();
        return new NodeChanged(new Evaluated(made, made.isEmpty() ? 0 : index, index), 0);
    }

    /**
     * Changes metadata of the node. Evaluations that wait for a place are looked at again, as after each change of it.
     *
     * @param self the node as its config says
     */
    public NodeMeta meta(Node self, Map<String, @Nullable String> changes, Draft draft) {
        String id = Immutable.text(self.id());
        NodeMeta meta = meta(self, draft).with(changes);
        Node node = held(id, draft);
        draft.cause("NodeRegistration");
        Nodes.Decided decided = Nodes.Decided.of(node).described(meta.effective());
        Node changed = Nodes.with(node, decided, new Nodes.Stamp(node.createIndex(), draft));
        draft.put(changed, meta.dynamic());
        return meta;
    }

    /** Says where the node answers HTTP. */
    public static void address(String id, String address, Draft draft) {
        Node node = held(id, draft);
        draft.cause("NodeRegistration");
        draft.put(Nodes.with(node, Nodes.Decided.of(node).at(address), new Nodes.Stamp(node.createIndex(), draft)));
    }

    static NodeMeta meta(Node self, Draft draft) {
        return new NodeMeta(
                Objects.requireNonNullElse(self.meta(), Map.of()),
                draft.state().dynamicMeta(Immutable.text(self.id())));
    }

    private static Node held(String id, Draft draft) {
        return draft.state().node(id).orElseThrow(() -> new PlaneException(Kind.REFUSED, "node not found"));
    }

    private List<String> evaluate(Node node, Draft draft) {
        List<String> made = new ArrayList<>();
        for (Job job : draft.state().jobs()) {
            boolean here = !draft.state().allocs(JobKey.of(job)).isEmpty();
            boolean system = String.valueOf(job.type()).startsWith("sys") && !Boolean.TRUE.equals(job.stop());
            if (here || system) {
                Evaluation eval = evals.of(job, "node-update", draft)
                        .jobModifyIndex(null)
                        .nodeId(node.id())
                        .nodeModifyIndex(node.modifyIndex())
                        .done();
                draft.put(eval);
                made.add(eval.id());
            }
        }
        return made;
    }
}
