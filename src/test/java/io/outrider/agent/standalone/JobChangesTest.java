package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.await;
import static io.outrider.agent.standalone.TestPlane.batch;
import static io.outrider.agent.standalone.TestPlane.group;
import static io.outrider.agent.standalone.TestPlane.key;
import static io.outrider.agent.standalone.TestPlane.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.DispatchRequest;
import io.outrider.agent.standalone.request.Dispatched;
import io.outrider.agent.standalone.request.Planned;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.request.ScaleRequest;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.job.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is done to jobs beside running and stopping them. */
final class JobChangesTest {

    private final TestPlane plane = new TestPlane();

    @Test
    void planSaysWhatWouldBeDoneAndDoesNothing() {
        Planned anew = await(plane.plane().plan(service("a", 2, "x"), true));
        assertThat(desired(anew)).isEqualTo(new DesiredUpdates(0, 2, 0, 0, 0, 0, 0, 0));
        assertThat(anew.jobModifyIndex()).isZero();
        assertThat(anew.diff().orElseThrow().type()).isEqualTo(DiffType.ADDED);
        assertThat(plane.state().jobs()).isEmpty();

        Registered held = plane.register(service("a", 2, "x"));
        long index = plane.state().index();
        Planned same = await(plane.plane().plan(service("a", 2, "x"), true));
        assertThat(desired(same)).isEqualTo(new DesiredUpdates(2, 0, 0, 0, 0, 0, 0, 0));
        assertThat(same.diff().orElseThrow().type()).isEqualTo(DiffType.NONE);
        assertThat(same.jobModifyIndex()).isEqualTo(held.jobModifyIndex());
        Planned other = await(plane.plane().plan(service("a", 2, "y"), true));
        assertThat(desired(other)).isEqualTo(new DesiredUpdates(1, 0, 0, 0, 0, 1, 0, 0));
        assertThat(Objects.requireNonNull(other.diff().orElseThrow().taskGroups())
                        .get(0)
                        .updates())
                .isEqualTo(Map.of("ignore", 1L, "create/destroy update", 1L));
        Planned tooMuch = await(plane.plane().plan(TestPlane.job("b", "batch", group(1, "x", 5000, "")), false));
        assertThat(tooMuch.failed()).containsOnlyKeys("g");
        assertThat(plane.state().index()).isEqualTo(index);
    }

    private static DesiredUpdates desired(Planned planned) {
        return Objects.requireNonNull(
                Objects.requireNonNull(planned.annotations().desired()).get("g"));
    }

    @Test
    void finishedBatchJobThatChangesIsPlannedToRunAnew() {
        plane.register(batch("b", "x"));
        plane.tell(plane.allocs("b").get(0), "complete");
        Planned planned = await(plane.plane().plan(batch("b", "y"), true));
        // As recorded of the reference: jobs.json, plan-changed.
        assertThat(desired(planned)).isEqualTo(new DesiredUpdates(1, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void scalingChangesTheCountAndIsRemembered() {
        plane.register(service("a", 1, "x"));
        Registered up = await(plane.plane().scale(key("a"), scale("g", OptionalLong.of(3), "more")));
        assertThat(plane.eval(up.evalId()).triggeredBy()).isEqualTo("job-scaling");
        assertThat(plane.running("a")).hasSize(3);
        assertThat(plane.job("a").version()).isEqualTo(1);
        Registered note = await(plane.plane().scale(key("a"), scale("g", OptionalLong.empty(), "note")));
        assertThat(note.evalId()).isEmpty();
        plane.restart();
        var events = plane.state().scalings(key("a")).orElseThrow().groups().get("g");
        assertThat(events).extracting(event -> event.message()).containsExactly("note", "more");
        assertThat(events).extracting(event -> event.previousCount()).containsExactly(3L, 1L);
    }

    @Test
    void scalingIsRefusedInTheReferencesWords() {
        plane.register(service("web", 1, "x"));
        assertRefused(
                scale("zz", OptionalLong.of(1), ""), "task group \"zz\" specified for scaling does not exist in job");
        assertRefused(scale("", OptionalLong.of(1), ""), "missing task group name for scaling action");
        assertRefused(scale("g", OptionalLong.of(-1), ""), "scaling action count can't be negative");
        assertThatThrownBy(() -> await(plane.plane().scale(key("nope"), scale("g", OptionalLong.of(1), ""))))
                .hasMessage("job \"nope\" not found");
    }

    private void assertRefused(ScaleRequest request, String text) {
        assertThatThrownBy(() -> await(plane.plane().scale(key("web"), request)))
                .hasMessage(text);
    }

    private static ScaleRequest scale(String group, OptionalLong count, String message) {
        return new ScaleRequest(group, count, message, false, Optional.empty());
    }

    @Test
    void revertMakesAnOldVersionTheNewest() {
        plane.register(service("a", 1, "x"));
        plane.register(service("a", 1, "y"));
        await(plane.plane().revert(key("a"), 0, OptionalLong.empty()));
        assertThat(plane.job("a").version()).isEqualTo(2);
        assertThat(plane.job("a").taskGroups())
                .isEqualTo(plane.state().version(key("a"), 0).orElseThrow().taskGroups());
        assertThatThrownBy(() -> await(plane.plane().revert(key("a"), 2, OptionalLong.empty())))
                .hasMessage("can't revert to current version");
        assertThatThrownBy(() -> await(plane.plane().revert(key("a"), 9, OptionalLong.empty())))
                .hasMessage("job \"a\" in namespace \"default\" at version 9 not found");
    }

    @Test
    void onlyTheNewestVersionsAreRemembered() {
        for (int i = 0; i < 9; i++) {
            plane.register(service("a", 1, "x" + i));
        }
        assertThat(plane.state().versions(key("a"))).extracting(Job::version).containsExactly(8L, 7L, 6L, 5L, 4L, 3L);
        plane.restart();
        assertThat(plane.state().versions(key("a"))).hasSize(6);
        assertThat(plane.allocs("a")).extracting(Alloc::job).doesNotContainNull();
    }

    @Test
    void dispatchRunsAChildWithPayloadAndMeta() {
        plane.register(parameterized("{\"Payload\": \"optional\", \"MetaOptional\": [\"k\"]}"));
        assertThat(plane.job("par").status()).isEqualTo("running");
        assertThat(plane.allocs("par")).isEmpty();
        Dispatched run =
                await(plane.plane().dispatch(key("par"), dispatch("aGk=", Map.of("k", "v"), Optional.empty())));

        assertThat(run.jobId()).matches("par/dispatch-[0-9]+-[0-9a-f]{8}");
        Job child = plane.state().job(new JobKey("default", run.jobId())).orElseThrow();
        assertThat(child.parentId()).isEqualTo("par");
        assertThat(child.payload()).isEqualTo("aGk=");
        assertThat(child.meta()).isEqualTo(Map.of("k", "v"));
        assertThat(plane.allocs(run.jobId())).hasSize(1);
        assertThat(Objects.requireNonNull(
                                plane.state().summary(key("par")).orElseThrow().children())
                        .running())
                .isEqualTo(1);
    }

    @Test
    void dispatchIsRefusedInTheReferencesWords() {
        plane.register(parameterized("{\"Payload\": \"forbidden\", \"MetaRequired\": [\"k\"]}"));
        assertDispatchRefused("", Map.of(), "Dispatch did not provide required meta keys: [k]");
        assertDispatchRefused(
                "", Map.of("k", "1", "zz", "2"), "Dispatch request included unpermitted metadata keys: [zz]");
        assertDispatchRefused("aGk=", Map.of("k", "1"), "Payload provided but forbidden by parameterized job");
        plane.register(service("web", 1, "x"));
        assertThatThrownBy(() -> await(plane.plane().dispatch(key("web"), dispatch("", Map.of(), Optional.empty()))))
                .hasMessage("Specified job \"web\" is not a parameterized job");
    }

    private void assertDispatchRefused(String payload, Map<String, String> meta, String text) {
        assertThatThrownBy(() -> await(plane.plane().dispatch(key("par"), dispatch(payload, meta, Optional.empty()))))
                .hasMessage(text);
    }

    @Test
    void sameTokenDispatchesOnceWhileTheChildLives() {
        plane.register(parameterized("{}"));
        DispatchRequest request = dispatch("", Map.of(), Optional.of("tok"));
        Dispatched first = await(plane.plane().dispatch(key("par"), request));
        Dispatched second = await(plane.plane().dispatch(key("par"), request));
        assertThat(second.jobId()).isEqualTo(first.jobId());
        assertThat(second.evalId()).isEmpty();
        plane.tell(plane.allocs(first.jobId()).get(0), "complete");
        assertThat(await(plane.plane().dispatch(key("par"), request)).jobId()).isNotEqualTo(first.jobId());
    }

    private static DispatchRequest dispatch(String payload, Map<String, String> meta, Optional<String> token) {
        return new DispatchRequest(payload, meta, "", token);
    }

    private static Job parameterized(String config) {
        return with(batch("par", "x"), "\"ParameterizedJob\": " + config);
    }

    private static Job with(Job job, String more) {
        String json = new String(Json.bytes(job), StandardCharsets.UTF_8);
        return Json.read(json.substring(0, json.length() - 1) + ", " + more + "}", Job.class);
    }

    private static Job periodic(String id, String spec, boolean prohibitsOverlap) {
        return with(
                batch(id, "x"),
                "\"Periodic\": {\"Enabled\": true, \"Specs\": [\"" + spec + "\"], \"SpecType\": \"cron\","
                        + " \"ProhibitOverlap\": " + prohibitsOverlap + ", \"TimeZone\": \"UTC\"}");
    }

    @Test
    void periodicJobIsLaunchedAtItsTimes() {
        plane.register(periodic("per", "*/15 * * * *", false));
        assertThat(plane.job("per").status()).isEqualTo("running");
        plane.pass(Duration.ofMinutes(14));
        assertThat(plane.state().children(key("per"))).isEmpty();
        plane.pass(Duration.ofMinutes(17));
        long quarter = Instant.parse("2026-11-30T00:15:00Z").getEpochSecond();
        assertThat(plane.state().children(key("per"))).extracting(Job::id).contains("per/periodic-" + quarter);
        assertThat(plane.allocs("per/periodic-" + quarter)).hasSize(1);
    }

    @Test
    void launchWaitsForTheOneBeforeWhenTheJobWantsThat() {
        plane.register(periodic("per", "* * * * *", true));
        plane.pass(Duration.ofMinutes(1));
        plane.pass(Duration.ofMinutes(1));
        List<Job> children = plane.state().children(key("per"));
        assertThat(children).hasSize(1);
        plane.tell(plane.allocs(children.get(0).id()).get(0), "complete");
        plane.pass(Duration.ofMinutes(1));
        assertThat(plane.state().children(key("per"))).hasSize(2);
    }

    @Test
    void periodicJobIsLaunchedByForceToo() {
        plane.register(periodic("per", "0 0 1 1 *", false));
        String eval = await(plane.plane().periodicForce(key("per"))).evalId();
        assertThat(plane.eval(eval).triggeredBy()).isEqualTo("periodic-job");
        assertThat(plane.state().children(key("per"))).hasSize(1);
        plane.register(service("web", 1, "x"));
        assertThatThrownBy(() -> await(plane.plane().periodicForce(key("web"))))
                .hasMessage("can't force launch non-periodic job");
    }

    @Test
    void collectedJobIsGoneWithItsAllocs() {
        plane.register(batch("b", "x"));
        plane.register(service("a", 1, "x"));
        plane.tell(plane.allocs("b").get(0), "complete");
        plane.plane().gc().block(TestPlane.SOON);
        assertThat(plane.state().job(key("b"))).isEmpty();
        assertThat(plane.allocs("b")).isEmpty();
        assertThat(plane.evals("b")).isEmpty();
        assertThat(plane.running("a")).hasSize(1);
        plane.restart();
        assertThat(plane.state().jobs()).extracting(Job::id).containsExactly("a");
    }

    @Test
    void variableIsSetOnlyAsItIsExpected() {
        Variable variable = new Variable("default", "app/one", null, null, null, null, Map.of("a", "1"));
        var first = await(plane.plane().putVariable(variable, OptionalLong.of(0)));
        assertThat(first.done()).isTrue();
        assertThat(await(plane.plane().putVariable(variable, OptionalLong.of(0)))
                        .done())
                .isFalse();
        plane.restart();
        Variable held = plane.state().variable("default", "app/one").orElseThrow();
        assertThat(held.items()).isEqualTo(Map.of("a", "1"));
        long index = Objects.requireNonNull(held.modifyIndex());
        assertThat(await(plane.plane().removeVariable(held, OptionalLong.of(1))).done())
                .isFalse();
        assertThat(await(plane.plane().removeVariable(held, OptionalLong.of(index)))
                        .done())
                .isTrue();
        assertThat(plane.state().variables()).isEmpty();
        assertThatThrownBy(() -> await(plane.plane()
                        .putVariable(
                                new Variable("default", "app/t.wo", null, null, null, null, Map.of("a", "1")),
                                OptionalLong.empty())))
                .hasMessage("invalid path \"app/t.wo\"");
    }

    @Test
    void nothingIsPlacedWhileThatIsPausedAndAllOfItAfterwards() {
        await(plane.plane().putScheduler(paused(true), OptionalLong.empty()));
        Registered answer = plane.register(service("a", 1, "x"));
        assertThat(plane.eval(answer.evalId()).status()).isEqualTo("pending");
        assertThat(plane.allocs("a")).isEmpty();
        await(plane.plane().putScheduler(paused(false), OptionalLong.empty()));
        assertThat(plane.eval(answer.evalId()).status()).isEqualTo("complete");
        assertThat(plane.running("a")).hasSize(1);
    }

    private static SchedulerConfig paused(boolean pause) {
        return new SchedulerConfig("binpack", null, false, false, pause, 0, 0);
    }

    @Test
    void namespaceHoldsJobsAndStaysWhileTheyLive() {
        Job job = with(batch("b", "x"), "\"Namespace\": \"extra\"");
        assertThatThrownBy(() -> plane.register(job))
                .hasMessage("1 error occurred:\n\t* job \"b\" is in nonexistent namespace \"extra\"\n\n");
        await(plane.plane().putNamespace(new Namespace("extra", "d", null, null, null, null, null, null)));
        plane.register(job);
        assertThat(plane.state().jobs("extra")).extracting(Job::id).containsExactly("b");
        assertThat(plane.state().jobs("default")).isEmpty();
        assertThatThrownBy(() -> await(plane.plane().removeNamespace("extra")))
                .hasMessageContaining("has non-terminal jobs");
        assertThatThrownBy(() -> await(plane.plane().removeNamespace("default")))
                .hasMessage("can not delete default namespace");
        Alloc alloc = plane.state().allocs(new JobKey("extra", "b")).get(0);
        plane.tell(alloc, "complete");
        await(plane.plane().removeNamespace("extra"));
        assertThat(plane.state().namespaces()).hasSize(1);
    }
}
