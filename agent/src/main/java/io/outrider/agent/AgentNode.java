package io.outrider.agent;

import io.outrider.metrics.fingerprint.HostFacts;
import io.outrider.state.model.node.Node;
import java.util.HashMap;
import java.util.Map;

/** The node that an agent is, as far as job files ask for it. Blocking: it reads small files. */
final class AgentNode {

    private AgentNode() {}

    /** The node of an agent; {@code drivers} are attributes that the drivers found. */
    static Node of(NodeAgentConfig config, String id, Map<String, String> drivers) {
        Map<String, String> attributes =
                new HashMap<>(HostFacts.ofThisMachine(config.dataDir()).attributes());
        attributes.putAll(drivers);
        attributes.putAll(config.attributes());
        return new Node(
                id,
                null,
                config.datacenter(),
                config.nodeName().orElse(attributes.getOrDefault("unique.hostname", "localhost")),
                null,
                null,
                attributes,
                null,
                null,
                null,
                null,
                null,
                config.nodeMeta(),
                null,
                null,
                "default",
                null,
                null,
                null,
                "eligible",
                "ready",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
