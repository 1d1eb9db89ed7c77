package io.outrider.agent.http.api.agent;

import java.nio.file.Path;
import java.util.Map;

/**
 * Who the agent is.
 *
 * @param name of its node
 * @param region its region
 * @param datacenter its datacenter
 * @param dataDir where it keeps everything
 * @param meta facts about the node from its config
 * @param dev whether it is one to try things with
 * @param logLevel what it logs, in words of the config
 */
public record AgentFacts(
        String name,
        String region,
        String datacenter,
        Path dataDir,
        Map<String, String> meta,
        boolean dev,
        String logLevel) {

    /** The version of the API that is served: clients judge by it. */
    public static final String API_VERSION = "1.6.3";

    static final int RPC_PORT = 4647;
    static final int SERF_PORT = 4648;

    public AgentFacts {
        meta = Map.copyOf(meta);
    }
}
