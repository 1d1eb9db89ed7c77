package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.await;
import static io.outrider.agent.standalone.TestPlane.group;
import static io.outrider.agent.standalone.TestPlane.job;
import static io.outrider.agent.standalone.TestPlane.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.standalone.request.Registered;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where there is room, what replaces what, and what waits. The node has 1000 MHz and 1000 MB. */
final class PlacementTest {

    private final TestPlane plane = new TestPlane();

    @Test
    void jobWithoutRoomWaitsAndIsPlacedWhenThereIsSome() {
        plane.register(job("big", "service", group(1, "x", 800, "")));
        Registered second = plane.register(job("late", "batch", group(1, "x", 300, "")));

        Evaluation eval = plane.eval(second.evalId());
        assertThat(eval.status()).isEqualTo("complete");
        assertThat(eval.queuedAllocations()).isEqualTo(Map.of("g", 1L));
        Evaluation blocked = plane.eval(Objects.requireNonNull(eval.blockedEval()));
        assertThat(blocked.status()).isEqualTo("blocked");
        assertThat(blocked.statusDescription()).isEqualTo("created to place remaining allocations");
        assertThat(blocked.triggeredBy()).isEqualTo("queued-allocs");
        assertThat(blocked.previousEval()).isEqualTo(eval.id());
        AllocMetric why = metric(eval);
        assertThat(why.dimensionExhausted()).isEqualTo(Map.of("memory", 1L));
        assertThat(why.nodesExhausted()).isEqualTo(1);
        assertThat(why.nodesEvaluated()).isEqualTo(1);
        assertThat(plane.job("late").status()).isEqualTo("pending");

        plane.stop("big");

        assertThat(plane.running("late")).hasSize(1);
        assertThat(plane.eval(blocked.id()).status()).isEqualTo("complete");
        assertThat(plane.job("late").status()).isEqualTo("running");
    }

    private static AllocMetric metric(Evaluation eval) {
        return Objects.requireNonNull(
                Objects.requireNonNull(eval.failedGroups()).get("g"));
    }

    @Test
    void allocThatMayNotRunAsItIsWantedNowGoesOnAsItWas() {
        plane.register(job("a", "service", group(1, "x", 50, "")));
        String before = plane.allocs("a").get(0).id();
        String elsewhere =
                ", \"Constraints\": [{\"LTarget\": \"${meta.rack}\", \"Operand\": \"=\", \"RTarget\": \"r9\"}]";

        Evaluation eval = plane.eval(plane.register(job("a", "service", group(1, "x", 50, elsewhere)))
                .evalId());

        assertThat(metric(eval).constraintFiltered()).isEqualTo(Map.of("${meta.rack} = r9", 1L));
        assertThat(plane.running("a")).singleElement().satisfies(alloc -> {
            assertThat(alloc.id()).isEqualTo(before);
            assertThat(Objects.requireNonNull(alloc.job()).version()).isZero();
        });
    }

    @Test
    void missingDriverIsFilteredAndSaysSo() {
        String other = group(1, "x", 50, "").replace("raw_exec", "nope");
        AllocMetric why =
                metric(plane.eval(plane.register(job("a", "batch", other)).evalId()));
        assertThat(why.constraintFiltered()).isEqualTo(Map.of("missing drivers", 1L));
        assertThat(why.nodesFiltered()).isEqualTo(1);
        assertThat(why.nodesExhausted()).isZero();
        assertThat(why.nodesInPool()).isEqualTo(1);
        assertThat(why.nodesAvailable()).isEqualTo(Map.of("dc1", 1L));
    }

    @Test
    void severalFailuresOfAGroupAreOneWithACount() {
        Evaluation eval = plane.eval(
                plane.register(job("a", "batch", group(4, "x", 400, ""))).evalId());
        assertThat(plane.allocs("a")).hasSize(2);
        assertThat(eval.queuedAllocations()).isEqualTo(Map.of("g", 2L));
        assertThat(metric(eval).coalescedFailures()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${attr.kernel.name} | =                | linux            | true
            ${attr.kernel.name} | !=               | linux            | false
            ${attr.kernel.name} | regexp           | ^lin             | true
            ${meta.rack}        | =                | r1               | true
            ${meta.none}        | =                | r1               | false
            ${meta.none}        | !=               | r1               | true
            ${meta.none}        | is_set           | ''               | false
            ${meta.rack}        | is_set           | ''               | true
            ${meta.none}        | is_not_set       | ''               | true
            ${node.datacenter}  | =                | dc1              | true
            ${node.unique.name} | =                | n1               | true
            ${attr.os.signals}  | set_contains     | SIGUSR1,SIGHUP   | true
            ${attr.os.signals}  | set_contains     | SIGUSR1,SIGTERM  | false
            ${attr.os.signals}  | set_contains_any | SIGUSR1,SIGTERM  | true
            1.2.3               | version          | >= 1.2, < 2.0    | true
            1.2.3               | version          | ~> 1.2           | true
            1.2.3               | version          | ~> 1.1.0         | false
            1.3.0-beta1         | version          | >= 1.2           | false
            1.3.0-beta1         | semver           | >= 1.2.0         | true
            10                  | >                | 9                | true
            b                   | <                | a                | false
            """)
    void constraintsAreAskedOfTheNode(String left, String operand, String right, boolean placed) {
        String constraint = ", \"Constraints\": [{\"LTarget\": \"" + left + "\", \"Operand\": \"" + operand
                + "\", \"RTarget\": \"" + right + "\"}]";
        Evaluation eval = plane.eval(
                plane.register(job("a", "batch", group(1, "x", 50, constraint))).evalId());
        assertThat(plane.allocs("a")).hasSize(placed ? 1 : 0);
        if (!placed) {
            assertThat(metric(eval).constraintFiltered()).isEqualTo(Map.of((left + " " + operand + " " + right), 1L));
        }
    }

    @Test
    void staticPortIsGivenOnce() {
        String network = ", \"Networks\": [{\"ReservedPorts\": [{\"Label\": \"p\", \"Value\": 26999}]}]";
        plane.register(job("a", "service", group(1, "x", 50, network)));
        Registered second = plane.register(job("b", "service", group(1, "x", 50, network)));
        assertThat(metric(plane.eval(second.evalId())).dimensionExhausted())
                .isEqualTo(Map.of("network: reserved port collision p=26999", 1L));
        plane.stop("a");
        assertThat(plane.running("b")).hasSize(1);
    }

    @Test
    void countUpAddsAndCountDownStopsTheHighestNumbers() {
        plane.register(service("a", 1, "x"));
        plane.register(service("a", 3, "x"));
        assertThat(plane.running("a")).extracting(Alloc::name).containsExactlyInAnyOrder("a.g[0]", "a.g[1]", "a.g[2]");
        plane.register(service("a", 1, "x"));
        assertThat(plane.running("a")).extracting(Alloc::name).containsExactly("a.g[0]");
        assertThat(plane.allocs("a"))
                .filteredOn(alloc -> "stop".equals(alloc.desiredStatus()))
                .extracting(Alloc::desiredDescription)
                .containsOnly("alloc not needed due to job update");
    }

    @Test
    void changeThatNeedsNoNewTaskGoesOnInPlace() {
        plane.register(service("a", 1, "x"));
        Alloc before = plane.allocs("a").get(0);
        Job changed = job("a", "service", group(1, "x", 50, ", \"RestartPolicy\": {\"Attempts\": 7}"));
        plane.register(changed);
        Alloc after = plane.running("a").get(0);
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(Objects.requireNonNull(after.job()).version()).isEqualTo(1);
        assertThat(after.allocModifyIndex()).isGreaterThan(before.allocModifyIndex());
    }

    @Test
    void serviceIsReplacedOneByOneAsTheNewOnesRun() {
        plane.register(service("a", 3, "x"));
        plane.allocs("a").forEach(alloc -> plane.tell(alloc, "running"));
        plane.register(service("a", 3, "y"));
        assertThat(versions()).containsExactlyInAnyOrder(0L, 0L, 1L);
        for (int wave = 0; wave < 2; wave++) {
            startNew();
        }
        assertThat(versions()).containsExactly(1L, 1L, 1L);
        assertThat(plane.evals("a")).extracting(Evaluation::triggeredBy).contains("rolling-update");
    }

    @Test
    void updateThatDoesNotRunGoesNoFurther() {
        plane.register(service("a", 2, "x"));
        plane.allocs("a").forEach(alloc -> plane.tell(alloc, "running"));
        plane.register(service("a", 2, "y"));
        plane.running("a").stream()
                .filter(alloc -> "pending".equals(alloc.clientStatus()))
                .forEach(alloc -> plane.tell(alloc, "failed"));
        plane.pass(Duration.ofMinutes(10));
        assertThat(versions()).contains(0L);
    }

    private void startNew() {
        plane.running("a").stream()
                .filter(alloc -> "pending".equals(alloc.clientStatus()))
                .forEach(alloc -> plane.tell(alloc, "running"));
    }

    private List<Long> versions() {
        return plane.running("a").stream()
                .map(alloc -> Objects.requireNonNull(
                        Objects.requireNonNull(alloc.job()).version()))
                .toList();
    }

    @Test
    void failedServiceComesAgainAfterItsDelayAndTheDelayGrows() {
        plane.register(service("a", 1, "x"));
        Alloc first = plane.allocs("a").get(0);
        plane.tell(first, "failed");

        Alloc waiting = plane.state().alloc(first.id()).orElseThrow();
        Evaluation later = plane.eval(Objects.requireNonNull(waiting.followupEvalId()));
        assertThat(later.status()).isEqualTo("pending");
        assertThat(later.waitUntil()).isEqualTo(plane.now().plusSeconds(30));
        assertThat(later.statusDescription()).isEqualTo("created for delayed rescheduling");
        plane.pass(Duration.ofSeconds(29));
        assertThat(plane.running("a")).isEmpty();
        plane.pass(Duration.ofSeconds(2));

        Alloc second = plane.running("a").get(0);
        assertThat(second.previousAllocation()).isEqualTo(first.id());
        assertThat(second.name()).isEqualTo(first.name());
        var events = Objects.requireNonNull(
                Objects.requireNonNull(second.rescheduleTracker()).events());
        assertThat(events).hasSize(1);
        assertThat(events.get(0).prevAllocId()).isEqualTo(first.id());
        assertThat(events.get(0).delay()).isEqualTo(30_000_000_000L);
        assertThat(plane.eval(later.id()).status()).isEqualTo("complete");

        plane.tell(second, "failed");
        Alloc again = plane.state().alloc(second.id()).orElseThrow();
        assertThat(plane.eval(Objects.requireNonNull(again.followupEvalId())).waitUntil())
                .isEqualTo(plane.now().plusSeconds(60));
    }

    @Test
    void batchComesAgainOnceAndThenStaysFailed() {
        plane.register(TestPlane.batch("b", "x"));
        plane.tell(plane.allocs("b").get(0), "failed");
        assertThat(plane.allocs("b")).hasSize(2);
        plane.tell(plane.running("b").get(0), "failed");
        plane.pass(Duration.ofHours(1));
        assertThat(plane.allocs("b")).hasSize(2);
        assertThat(plane.job("b").status()).isEqualTo("dead");
    }

    @Test
    void delayedReplacementSurvivesARestart() {
        plane.register(service("a", 1, "x"));
        plane.tell(plane.allocs("a").get(0), "failed");
        plane.restart();
        plane.pass(Duration.ofSeconds(31));
        assertThat(plane.running("a")).hasSize(1);
    }

    @Test
    void systemJobRunsOnceAndIsNotReplacedWhenItFails() {
        plane.register(job("s", "system", group(1, "x", 50, "")));
        assertThat(plane.allocs("s")).extracting(Alloc::name).containsExactly("s.g[0]");
        plane.tell(plane.allocs("s").get(0), "failed");
        assertThat(plane.allocs("s")).hasSize(1);
        assertThat(plane.job("s").status()).isEqualTo("running");
        plane.stop("s");
        assertThat(plane.job("s").status()).isEqualTo("dead");
    }

    @Test
    void sysbatchJobThatHasRunDoesNotRunAgain() {
        Job job = job("s", "sysbatch", group(1, "x", 50, ""));
        plane.register(job);
        plane.tell(plane.allocs("s").get(0), "complete");
        plane.register(job);
        assertThat(plane.allocs("s")).hasSize(1);
        assertThat(plane.job("s").status()).isEqualTo("dead");
    }

    @Test
    void ineligibleNodeGetsNothingNewAndKeepsWhatItHas() {
        String node = String.valueOf(plane.state().nodes().get(0).id());
        plane.register(service("a", 1, "x"));
        await(plane.plane().eligibility(node, "ineligible"));
        plane.register(service("b", 1, "x"));
        assertThat(plane.running("a")).hasSize(1);
        assertThat(plane.allocs("b")).isEmpty();
        plane.restart();
        assertThat(plane.state().nodes().get(0).schedulingEligibility()).isEqualTo("ineligible");
        await(plane.plane().eligibility(node, "eligible"));
        assertThat(plane.running("b")).hasSize(1);
    }
}
