package io.outrider.agent.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the agent logs, and where to.
 *
 * @param level in lower case: {@code trace}, {@code debug}, {@code info}, {@code warn} or {@code error}
 * @param levels by logger, for parts that shall say more or less
 * @param json one object a line in place of text
 * @param file beside standard error
 */
public record LogConfig(String level, Map<String, String> levels, boolean json, Optional<LogFile> file) {

    public LogConfig {
        levels = Map.copyOf(levels);
    }

    /**
     * A file that is put aside now and then.
     *
     * @param path its name
     * @param rotateBytes put aside when it is as large; 0: however large
     * @param rotateEvery put aside after this time
     * @param maxFiles how many are kept that were put aside; 0: all
     */
    public record LogFile(Path path, long rotateBytes, Duration rotateEvery, int maxFiles) {}
}
