package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a sidecar proxy.
 *
 * @param exposeConfig only in the shape of job files, not in server answers
 */
public record ConsulProxy(
        @JsonProperty("LocalServiceAddress") @Nullable String localServiceAddress,
        @JsonProperty("LocalServicePort") @Nullable Long localServicePort,
        @JsonProperty("Upstreams") @Nullable List<ConsulUpstream> upstreams,
        @JsonProperty("Expose") @Nullable ConsulExposeConfig expose,

        @JsonProperty("ExposeConfig") @JsonView(Shape.JobFile.class) @Nullable
        ConsulExposeConfig exposeConfig,

        @JsonProperty("Config") @Nullable Map<String, Object> config,

        @JsonProperty("TransparentProxy") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> transparentProxy) {
    public ConsulProxy {
        transparentProxy = Immutable.map(transparentProxy);
        upstreams = Immutable.list(upstreams);
        config = Immutable.map(config);
    }
}
