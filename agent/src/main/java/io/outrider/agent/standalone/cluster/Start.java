package io.outrider.agent.standalone.cluster;

import io.outrider.agent.standalone.request.NodeMeta;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.node.NodeEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is there from the beginning: the node, its pools, and the default namespace. */
public final class Start {

    private Start() {}

    /** Registers the node as it is now, and what else has to be there. */
    public static void begin(Node node, Draft draft) {
        ClusterState state = draft.state();
        draft.cause("NodeRegistration");
        if (state.namespace(Namespace.DEFAULT).isEmpty()) {
            draft.put(new Namespace(Namespace.DEFAULT, "Default shared namespace", "", null, null, null, null, null)
                    .at(draft.index(), draft.index()));
        }
        pool(NodePool.ALL, "Node pool with all nodes in the cluster.", draft);
        pool(NodePool.DEFAULT, "Default node pool.", draft);
        if (state.scheduler().createIndex() == 0) {
            Settings.put(SchedulerConfig.STANDARD, OptionalLong.empty(), draft);
        }
        draft.cause("NodeRegistration");
        draft.put(registered(node, state.node(String.valueOf(node.id())), draft));
    }

    private static void pool(String name, String description, Draft draft) {
        if (draft.state().nodePool(name).isEmpty()) {
            draft.put(new NodePool(name, description, null, null, null, null, null).at(draft.index(), draft.index()));
        }
    }

    /** What people decided of the node before stays. */
    private static Node registered(Node node, Optional<Node> before, Draft draft) {
        NodeEvent event = new NodeEvent(
                before.isEmpty() ? "Node registered" : "Node re-registered", "Cluster", null, draft.now(), 0L);
        List<NodeEvent> events =
                before.map(Node::events).map(old -> Nodes.longer(old, event)).orElse(List.of(event));
        NodeMeta meta = NodeChanges.meta(node, draft);
        return Nodes.with(
                node,
                new Nodes.Decided(
                        node.httpAddr(),
                        before.map(Node::schedulingEligibility).orElse(node.schedulingEligibility()),
                        events,
                        meta.effective()),
                new Nodes.Stamp(before.map(Node::createIndex).orElse(draft.index()), draft));
    }
}
