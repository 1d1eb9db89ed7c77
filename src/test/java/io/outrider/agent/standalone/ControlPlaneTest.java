package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.SOON;
import static io.outrider.agent.standalone.TestPlane.await;
import static io.outrider.agent.standalone.TestPlane.batch;
import static io.outrider.agent.standalone.TestPlane.key;
import static io.outrider.agent.standalone.TestPlane.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.runners.alloc.AllocFeed.Snapshot;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobSummary;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** Jobs come, run, change and go, as far as a control plane sees it. */
final class ControlPlaneTest {

    private final TestPlane plane = new TestPlane();

    @Test
    void jobThatIsRegisteredIsPlacedAndItsEvaluationComplete() {
        Registered answer = plane.register(service("a", 2, "/bin/sleep"));

        Evaluation eval = plane.eval(answer.evalId());
        assertThat(eval.status()).isEqualTo("complete");
        assertThat(eval.triggeredBy()).isEqualTo("job-register");
        assertThat(eval.queuedAllocations()).containsEntry("g", 0L);
        assertThat(plane.allocs("a")).extracting(Alloc::name).containsExactlyInAnyOrder("a.g[0]", "a.g[1]");
        assertThat(plane.allocs("a")).allSatisfy(alloc -> {
            assertThat(alloc.desiredStatus()).isEqualTo("run");
            assertThat(alloc.clientStatus()).isEqualTo("pending");
            assertThat(alloc.evalId()).isEqualTo(answer.evalId());
            assertThat(alloc.nodeName()).isEqualTo("n1");
        });
        assertThat(answer.jobModifyIndex()).isEqualTo(plane.job("a").jobModifyIndex());
        assertThat(plane.job("a").status()).isEqualTo("running");
    }

    @Test
    void feedShowsWhatIsPlacedAndTakesWhatBecomesOfIt() {
        plane.register(batch("b", "/bin/true"));
        Snapshot snapshot = await(plane.plane().feed().snapshots().next());
        Alloc alloc = plane.allocs("b").get(0);
        assertThat(snapshot.assigned()).containsOnlyKeys(alloc.id());
        assertThat(snapshot.pulled().get(0).job()).isNotNull();

        plane.tell(alloc, "running");
        assertThat(group("b").running()).isEqualTo(1);
        plane.tell(alloc, "complete");

        assertThat(plane.allocs("b").get(0).clientStatus()).isEqualTo("complete");
        assertThat(plane.job("b").status()).isEqualTo("dead");
        assertThat(group("b").complete()).isEqualTo(1);
    }

    private JobSummary.Group group(String job) {
        return Objects.requireNonNull(plane.state()
                .summary(key(job))
                .map(JobSummary::summary)
                .orElseThrow()
                .get("g"));
    }

    @Test
    void finishedBatchJobThatIsRegisteredAgainRunsNothing() {
        plane.register(batch("b", "/bin/true"));
        plane.tell(plane.allocs("b").get(0), "complete");
        Registered again = plane.register(batch("b", "/bin/true"));
        assertThat(plane.eval(again.evalId()).status()).isEqualTo("complete");
        assertThat(plane.allocs("b")).hasSize(1);
        assertThat(plane.job("b").version()).isZero();
        assertThat(plane.job("b").status()).isEqualTo("dead");
    }

    @Test
    void stoppedJobStopsItsAllocsAndComesBackAsANewVersion() {
        plane.register(service("a", 1, "/bin/sleep"));
        plane.tell(plane.allocs("a").get(0), "running");
        plane.stop("a");

        assertThat(plane.allocs("a").get(0).desiredStatus()).isEqualTo("stop");
        assertThat(plane.job("a").status()).isEqualTo("dead");
        plane.tell(plane.allocs("a").get(0), "complete");
        plane.register(service("a", 1, "/bin/sleep"));

        assertThat(plane.job("a").version()).isEqualTo(2);
        assertThat(plane.job("a").status()).isEqualTo("running");
        assertThat(plane.running("a")).hasSize(1);
        assertThat(plane.state().versions(key("a"))).extracting(Job::version).containsExactly(2L, 1L, 0L);
    }

    @Test
    void purgedJobIsForgottenAndItsAllocsAreStopped() {
        plane.register(service("a", 1, "/bin/sleep"));
        await(plane.plane().deregister(key("a"), new JobStop(true, false, OptionalInt.empty())));
        assertThat(plane.state().job(key("a"))).isEmpty();
        assertThat(plane.state().summary(key("a"))).isEmpty();
        assertThat(plane.allocs("a").get(0).desiredStatus()).isEqualTo("stop");
        plane.restart();
        assertThat(plane.allocs("a").get(0).job())
                .as("kept for as long as it may run")
                .isNotNull();
    }

    @Test
    void nothingHappensToAJobThatIsNotThere() {
        long before = plane.state().index();
        assertThat(await(plane.plane().deregister(key("no"), JobStop.PLAIN))).isEqualTo(Registered.NOTHING);
        assertThat(plane.state().index()).isEqualTo(before);
    }

    @Test
    void stoppedAllocIsReplaced() {
        plane.register(service("a", 1, "/bin/sleep"));
        Alloc old = plane.allocs("a").get(0);
        plane.tell(old, "running");
        await(plane.plane().stopAlloc(old.id(), false));

        Alloc stopped = plane.state().alloc(old.id()).orElseThrow();
        assertThat(stopped.desiredStatus()).isEqualTo("stop");
        assertThat(stopped.desiredDescription()).isEqualTo("alloc is being migrated");
        Alloc next = plane.running("a").get(0);
        assertThat(next.name()).isEqualTo(old.name());
        assertThat(next.previousAllocation()).isEqualTo(old.id());
        assertThat(stopped.nextAllocation()).isEqualTo(next.id());
    }

    @Test
    void everythingIsThereAfterARestartAndTheIndexGoesOn() {
        plane.register(service("a", 2, "/bin/sleep"));
        plane.tell(plane.allocs("a").get(0), "running");
        ClusterState before = plane.state();
        plane.restart();

        ClusterState after = plane.state();
        assertThat(after.index()).isGreaterThan(before.index());
        assertThat(after.jobs()).isEqualTo(before.jobs());
        assertThat(after.allocs()).isEqualTo(before.allocs());
        assertThat(after.evaluations()).isEqualTo(before.evaluations());
        assertThat(after.summary(key("a"))).isPresent();
        assertThat(after.summary(key("a")).get().summary())
                .isEqualTo(before.summary(key("a")).orElseThrow().summary());
        assertThat(after.index(Table.JOBS)).isEqualTo(before.index(Table.JOBS));
    }

    @Test
    void jobIsRefusedInTheReferencesWords() {
        assertRefused(TestPlane.job("x", "service", ""), "1 error occurred:\n\t* Missing job task groups\n\n");
        assertRefused(
                TestPlane.job("x", "batch", TestPlane.group(1, "x", 50, "").replace("raw_exec", "")),
                "1 error occurred:\n\t* Task group g validation failed: 1 error occurred:\n\t* Task t validation"
                        + " failed: 1 error occurred:\n\t* Missing task driver\n\n\n\n\n\n");
        assertThat(plane.state().jobs()).isEmpty();
    }

    private void assertRefused(Job job, String text) {
        assertThatThrownBy(() -> plane.register(job))
                .isInstanceOf(PlaneException.class)
                .hasMessage(text);
    }

    @Test
    void indexThatIsEnforcedMustBeTheJobs() {
        Job job = service("a", 1, "/bin/sleep");
        assertThatThrownBy(() -> registerAt(job, 5)).hasMessage("Enforcing job modify index 5: job does not exist");
        Registered first = registerAt(job, 0);
        assertThatThrownBy(() -> registerAt(job, 0)).hasMessage("Enforcing job modify index 0: job already exists");
        assertThatThrownBy(() -> registerAt(job, 1))
                .hasMessage("Enforcing job modify index 1: job exists with conflicting job modify index: "
                        + first.jobModifyIndex());
        registerAt(job, first.jobModifyIndex());
    }

    private Registered registerAt(Job job, long index) {
        return await(plane.plane()
                .register(new JobRegistration(
                        job, OptionalLong.of(index), false, OptionalInt.empty(), Optional.empty())));
    }

    @Test
    void eventsTellWhatAChangeDidAndAReaderMayComeLater() {
        plane.register(batch("b", "/bin/true"));
        StepVerifier.create(plane.plane()
                        .events(0)
                        .flatMapIterable(each -> each.events())
                        .filter(event -> event.topic().equals("Allocation"))
                        .take(1))
                .assertNext(event -> {
                    assertThat(event.type()).isEqualTo("PlanResult");
                    assertThat(event.filterKeys()).containsExactly("b", "");
                    assertThat(((Alloc) event.payload()).job()).isNull();
                })
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void lifeOfAJobIsToldInTheOrderThatWasRecorded() {
        long before = plane.state().index();
        plane.register(batch("b", "/bin/true"));
        List<String> told = Objects.requireNonNull(plane.plane()
                .events(before + 1)
                .take(4)
                .map(each -> each.events().stream()
                        .map(event -> event.topic() + " " + event.type() + " " + status(event.payload()))
                        .toList()
                        .toString())
                .collectList()
                .block(SOON));
        assertThat(told)
                .containsExactly(
                        "[Job JobRegistered pending]",
                        "[Evaluation JobRegistered pending]",
                        "[Evaluation PlanResult pending, Allocation PlanResult pending, Job PlanResult running]",
                        "[Evaluation EvaluationUpdated complete]");
    }

    private static String status(Object payload) {
        if (payload instanceof Job job) {
            return String.valueOf(job.status());
        }
        return payload instanceof Evaluation eval
                ? String.valueOf(eval.status())
                : String.valueOf(((Alloc) payload).clientStatus());
    }
}
