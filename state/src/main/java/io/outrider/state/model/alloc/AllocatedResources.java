package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.task.TaskLifecycleConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an alloc was given. */
public record AllocatedResources(
        @JsonProperty("Tasks") @Nullable Map<String, AllocatedTaskResources> tasks,
        @JsonProperty("TaskLifecycles") @Nullable Map<String, TaskLifecycleConfig> taskLifecycles,
        @JsonProperty("Shared") @Nullable AllocatedSharedResources shared) {
    public AllocatedResources {
        tasks = Immutable.map(tasks);
        taskLifecycles = Immutable.map(taskLifecycles);
    }
}
