package io.outrider.agent.config;

import io.outrider.agent.http.HttpConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent is to be, from its files and its command line together. {@link ConfigFiles} makes one.
 *
 * @param name of the node; empty: the host's
 * @param region the agent's region
 * @param datacenter the node's datacenter
 * @param dataDir where it keeps everything
 * @param meta facts about the node
 * @param http the API
 * @param log what is logged
 * @param leave which signals stop the jobs too
 * @param notes what people should know of their files, a line each
 */
public record AgentConfig(
        Optional<String> name,
        String region,
        String datacenter,
        Optional<Path> dataDir,
        Map<String, String> meta,
        HttpConfig http,
        LogConfig log,
        Leave leave,
        List<String> notes) {

    public AgentConfig {
        meta = Map.copyOf(meta);
        notes = List.copyOf(notes);
    }

    /**
     * When the agent's end is that of its jobs.
     *
     * @param onInterrupt at SIGINT
     * @param onTerminate at SIGTERM
     */
    public record Leave(boolean onInterrupt, boolean onTerminate) {}
}
