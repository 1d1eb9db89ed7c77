package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Metadata of the node that change while it runs. Its config says {@code rack = r1}. */
final class NodeMetaTest {

    private final TestPlane plane = new TestPlane();

    @Test
    void changesAreKeptOverRestartsAndHideTheConfig() {
        await(plane.plane().putNodeMeta(changes("rack", null, "k", "v")));
        assertThat(plane.state().nodes().get(0).meta()).isEqualTo(Map.of("k", "v"));
        plane.restart();
        assertThat(plane.state().nodes().get(0).meta()).isEqualTo(Map.of("k", "v"));
        assertThat(plane.plane().nodeMeta().fixed()).isEqualTo(Map.of("rack", "r1"));
        assertThat(plane.plane().nodeMeta().dynamic()).isEqualTo(changes("rack", null, "k", "v"));
    }

    @Test
    void whatIsTakenAwayIsForgottenUnlessTheConfigHasIt() {
        await(plane.plane().putNodeMeta(changes("k", "v", "rack", "r2")));
        await(plane.plane().putNodeMeta(changes("k", null, "none", null)));
        assertThat(plane.plane().nodeMeta().dynamic()).isEqualTo(Map.of("rack", "r2"));
        assertThat(plane.plane().nodeMeta().effective()).isEqualTo(Map.of("rack", "r2"));
    }

    @Test
    void eligibilityLeavesThemAlone() {
        await(plane.plane().putNodeMeta(changes("k", "v", "k2", "v2")));
        await(plane.plane()
                .eligibility(String.valueOf(plane.state().nodes().get(0).id()), "ineligible"));
        plane.restart();
        assertThat(plane.state().nodes().get(0).schedulingEligibility()).isEqualTo("ineligible");
        assertThat(plane.plane().nodeMeta().dynamic()).isEqualTo(Map.of("k", "v", "k2", "v2"));
    }

    @Test
    void jobThatWaitsForAValueIsPlacedWhenItComes() {
        Job job = Json.read(
                "{\"ID\": \"a\", \"Name\": \"a\", \"Type\": \"service\", \"Datacenters\": [\"dc1\"], \"Constraints\": ["
                        + "{\"LTarget\": \"${meta.k}\", \"RTarget\": \"v\", \"Operand\": \"=\"}], \"TaskGroups\": ["
                        + TestPlane.group(1, "x", 50, "") + "]}",
                Job.class);
        plane.register(job);
        assertThat(plane.allocs("a")).isEmpty();
        await(plane.plane().putNodeMeta(changes("k", "v", "other", "x")));
        assertThat(plane.allocs("a")).hasSize(1);
    }

    private static Map<String, @Nullable String> changes(
            String first, @Nullable String firstValue, String second, @Nullable String secondValue) {
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put(first, firstValue);
        changes.put(second, secondValue);
        return changes;
    }
}
