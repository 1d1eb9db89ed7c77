package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job at one moment.
 *
 * @param key its name
 * @param allocs each with what the runners last said of it
 * @param stopped whether it has been asked to stop
 */
public record JobStatus(JobKey key, List<Alloc> allocs, boolean stopped) {

    private static final Set<String> TERMINAL = Set.of("complete", "failed", "lost");

    public JobStatus {
        allocs = List.copyOf(allocs);
    }

    /** Whether every alloc has ended. */
    public boolean ended() {
        return allocs.stream().allMatch(alloc -> ended(alloc.clientStatus()));
    }

    static boolean ended(@Nullable String clientStatus) {
        return clientStatus != null && TERMINAL.contains(clientStatus);
    }
}
