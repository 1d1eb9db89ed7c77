package io.outrider.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.AllocDeploymentStatus;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of the health of a failed alloc: nothing that is not known. A minute is long, a second short. */
final class HealthOfFailedTest {

    private static final AllocDeploymentStatus UNHEALTHY = new AllocDeploymentStatus(false, null, false, 0L);

    private final TestPlane plane = new TestPlane();

    @Test
    void serviceThatNeverRanLongWasNotHealthy() {
        Alloc failed = failed(TestPlane.service("a", 1, "x"), history(true, 1, 1, 1));
        assertThat(failed.deploymentStatus()).isEqualTo(UNHEALTHY);
    }

    @Test
    void serviceThatDidNotEvenStartWasNotHealthy() {
        assertThat(failed(TestPlane.service("a", 1, "x"), history(true)).deploymentStatus())
                .isEqualTo(UNHEALTHY);
    }

    @Test
    void nothingIsSaidOfOneThatOnceRanLong() {
        Alloc failed = failed(TestPlane.service("a", 1, "x"), history(true, 1, 60, 1));
        assertThat(failed.deploymentStatus()).isNull();
    }

    @Test
    void nothingIsSaidWhenItsOldestEventsAreGone() {
        Alloc failed = failed(TestPlane.service("a", 1, "x"), history(false, 1, 1));
        assertThat(failed.deploymentStatus()).isNull();
    }

    @Test
    void batchJobsHaveNoHealth() {
        assertThat(failed(TestPlane.batch("b", "x"), history(true, 1)).deploymentStatus())
                .isNull();
    }

    private static List<TaskEvent> history(boolean whole, long... runs) {
        List<TaskEvent> events = new ArrayList<>();
        if (whole) {
            events.add(event("Received", 1));
        }
        long now = 2;
        for (long seconds : runs) {
            events.add(event("Started", now));
            now += Duration.ofSeconds(seconds).toNanos();
            events.add(event("Terminated", now));
        }
        return events;
    }

    private static TaskEvent event(String type, long time) {
        return new TaskEvent(type, time, "", "", Map.of());
    }

    private Alloc failed(Job job, List<TaskEvent> events) {
        plane.register(job);
        Alloc alloc = plane.allocs(job.id()).get(0);
        TaskState state = new TaskState(TaskState.DEAD, true, 0, null, plane.now(), plane.now(), events, null);
        ClientPart part = new ClientPart("failed", "Failed tasks", Map.of("t", state), null, null);
        plane.plane()
                .feed()
                .report(List.of(new AllocUpdate(alloc.id(), alloc.nodeId(), part)))
                .block(TestPlane.SOON);
        return plane.state().alloc(alloc.id()).orElseThrow();
    }
}
