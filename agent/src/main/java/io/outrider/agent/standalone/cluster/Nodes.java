package io.outrider.agent.standalone.cluster;

import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.node.NodeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of the node with what a control plane changes of it. */
final class Nodes {

    private static final int EVENTS = 10;

    private Nodes() {}

    /** The last events, with one more. */
    static List<NodeEvent> longer(List<NodeEvent> events, NodeEvent event) {
        List<NodeEvent> all = new ArrayList<>(events);
        all.add(event);
        return all.subList(Math.max(0, all.size() - EVENTS), all.size());
    }

    /** What changes of a node while it runs. */
    record Decided(
            @Nullable String address,
            @Nullable String eligibility,
            @Nullable List<NodeEvent> events,
            @Nullable Map<String, String> meta) {

        static Decided of(Node node) {
            return new Decided(node.httpAddr(), node.schedulingEligibility(), node.events(), node.meta());
        }

        Decided at(String other) {
            return new Decided(other, eligibility, events, meta);
        }

        Decided eligible(String other, List<NodeEvent> longer) {
            return new Decided(address, other, longer, meta);
        }

        Decided described(Map<String, String> other) {
            return new Decided(address, eligibility, events, other);
        }
    }

    /** Index and time of a change. */
    record Stamp(@Nullable Long created, Draft draft) {}

    static Node with(Node node, Decided decided, Stamp stamp) {
        return new Node(
                node.id(),
                node.secretId(),
                node.datacenter(),
                node.name(),
                decided.address(),
                node.tlsEnabled(),
                node.attributes(),
                node.resources(),
                node.reserved(),
                node.nodeResources(),
                node.reservedResources(),
                node.links(),
                decided.meta(),
                node.nodeClass(),
                node.computedClass(),
                node.nodePool(),
                node.cgroupParent(),
                node.drain(),
                node.drainStrategy(),
                decided.eligibility(),
                node.status(),
                node.statusDescription(),
                stamp.draft().now().getEpochSecond(),
                node.lastMissedHeartbeatIndex(),
                node.lastAllocUpdateIndex(),
                decided.events(),
                node.drivers(),
                node.hostVolumes(),
                node.hostNetworks(),
                node.csiControllerPlugins(),
                node.csiNodePlugins(),
                node.lastDrain(),
                stamp.created(),
                stamp.draft().index());
    }
}
