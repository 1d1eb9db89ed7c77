package io.outrider.agent.cli.agent;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the command line says of an agent.
 *
 * @param dev whether it is one to try things with: it needs nothing, and takes its jobs with it
 * @param bind address to listen on
 * @param port 0 for any
 * @param dataDir where it keeps everything
 * @param logLevel as given
 * @param node name of the node
 */
public record AgentSettings(
        boolean dev, String bind, int port, Optional<Path> dataDir, String logLevel, Optional<String> node) {}
