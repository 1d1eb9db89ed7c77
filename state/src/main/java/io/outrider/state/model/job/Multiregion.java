package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job over several regions; held, not acted on. */
public record Multiregion(
        @JsonProperty("Strategy") @Nullable Strategy strategy,
        @JsonProperty("Regions") @Nullable List<RegionSpec> regions) {
    public Multiregion {
        regions = Immutable.list(regions);
    }

    /** How regions are rolled out. */
    public record Strategy(
            @JsonProperty("MaxParallel") @Nullable Long maxParallel,
            @JsonProperty("OnFailure") @Nullable String onFailure) {}

    /** One region and what differs there. */
    public record RegionSpec(
            @JsonProperty("Name") @Nullable String name,
            @JsonProperty("Count") @Nullable Long count,
            @JsonProperty("Datacenters") @Nullable List<String> datacenters,
            @JsonProperty("NodePool") @Nullable String nodePool,
            @JsonProperty("Meta") @Nullable Map<String, String> meta) {
        public RegionSpec {
            datacenters = Immutable.list(datacenters);
            meta = Immutable.map(meta);
        }
    }
}
