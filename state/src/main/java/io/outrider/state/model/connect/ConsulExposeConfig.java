package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Paths that a sidecar shows outside the mesh.
 *
 * @param path only in the shape of job files, not in server answers
 */
public record ConsulExposeConfig(
        @JsonProperty("Paths") @Nullable List<ConsulExposePath> paths,

        @JsonProperty("Path") @JsonView(Shape.JobFile.class) @Nullable
        List<ConsulExposePath> path) {
    public ConsulExposeConfig {
        paths = Immutable.list(paths);
        path = Immutable.list(path);
    }
}
