package io.outrider.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An agent with a control plane: jobs come in at one end, and processes run at the other. */
@Execution(ExecutionMode.CONCURRENT)
final class AgentPlaneTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JobKey KEY = new JobKey("default", "job");

    private final Path temp;

    AgentPlaneTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void batchJobRunsToItsEndAndIsRememberedOverARestart() {
        NodeAgent agent = started();
        Registered answer = register(agent, job("batch", "exit 0"));
        ClusterState ended = reached(agent, state -> all(state, "complete"));
        assertThat(ended.evaluation(answer.evalId()).orElseThrow().status()).isEqualTo("complete");
        assertThat(ended.job(KEY).orElseThrow().status()).isEqualTo("dead");
        Alloc alloc = ended.allocs(KEY).get(0);
        assertThat(task(alloc).state()).isEqualTo("dead");
        agent.close().block(PATIENCE);

        NodeAgent next = started();
        ClusterState found = next.controlPlane().snapshot();
        assertThat(found.index()).isGreaterThan(ended.index());
        assertThat(found.allocs(KEY)).extracting(Alloc::id).containsExactly(alloc.id());
        assertThat(found.allocs(KEY).get(0).clientStatus()).isEqualTo("complete");
        register(next, job("batch", "exit 0"));
        assertThat(next.controlPlane().snapshot().allocs(KEY)).hasSize(1);
        next.close().block(PATIENCE);
    }

    @Test
    void serviceRunsOnWhileTheAgentIsAwayAndStopsWhenAsked() {
        NodeAgent agent = started();
        register(agent, job("service", "exec sleep 300"));
        ClusterState running = reached(agent, state -> all(state, "running"));
        Alloc before = running.allocs(KEY).get(0);
        agent.close().block(PATIENCE);

        NodeAgent next = started();
        ClusterState again = reached(next, state -> all(state, "running"));
        assertThat(again.allocs(KEY)).extracting(Alloc::id).containsExactly(before.id());
        assertThat(restarts(again)).isZero();
        next.controlPlane().deregister(KEY, JobStop.PLAIN).block(PATIENCE);
        ClusterState stopped = reached(next, state -> all(state, "complete"));
        assertThat(stopped.allocs(KEY).get(0).desiredStatus()).isEqualTo("stop");
        next.controlPlane().gc().block(PATIENCE);
        reached(next, state -> state.allocs().isEmpty());
        next.close().block(PATIENCE);
    }

    private static long restarts(ClusterState state) {
        return task(state.allocs(KEY).get(0)).restarts();
    }

    private static TaskState task(Alloc alloc) {
        return Objects.requireNonNull(Objects.requireNonNull(alloc.taskStates()).get("t"));
    }

    @Test
    void changedServiceIsReplacedAndAPurgedOneLeavesNothing() {
        NodeAgent agent = started();
        register(agent, job("service", "exec sleep 300"));
        reached(agent, state -> all(state, "running"));
        register(agent, job("service", "exec sleep 301"));
        ClusterState changed = reached(
                agent,
                state -> state.allocs(KEY).size() == 2 && statuses(state).equals(List.of("complete", "running")));
        assertThat(changed.allocs(KEY).get(1).previousAllocation())
                .isEqualTo(changed.allocs(KEY).get(0).id());
        agent.controlPlane()
                .deregister(KEY, new JobStop(true, false, OptionalInt.empty()))
                .block(PATIENCE);
        reached(agent, state -> statuses(state).equals(List.of("complete", "complete")));
        assertThat(agent.controlPlane().snapshot().job(KEY)).isEmpty();
        agent.close().block(PATIENCE);
    }

    @Test
    void tasksSeeMetadataThatChangedWhileTheAgentRuns() {
        NodeAgent agent = started();
        agent.controlPlane().putNodeMeta(Map.of("shelf", "top")).block(PATIENCE);
        register(agent, job("batch", "test x${meta.shelf} = xtop"));
        reached(agent, state -> all(state, "complete"));
        agent.close().block(PATIENCE);
    }

    private NodeAgent started() {
        NodeAgent agent = NodeAgent.create(
                NodeAgentConfig.builder(temp.resolve("data")).controlPlane(true).build());
        agent.start().block(PATIENCE);
        return agent;
    }

    private static Registered register(NodeAgent agent, Job job) {
        return Objects.requireNonNull(
                agent.controlPlane().register(JobRegistration.of(job)).block(PATIENCE));
    }

    private static ClusterState reached(NodeAgent agent, Predicate<ClusterState> wanted) {
        return Objects.requireNonNull(
                agent.controlPlane().snapshots().filter(wanted).next().block(PATIENCE));
    }

    private static boolean all(ClusterState state, String status) {
        return !state.allocs(KEY).isEmpty() && statuses(state).stream().allMatch(status::equals);
    }

    private static List<String> statuses(ClusterState state) {
        return state.allocs(KEY).stream()
                .map(alloc -> String.valueOf(alloc.clientStatus()))
                .toList();
    }

    private static Job job(String type, String script) {
        return Json.read(
                "{\"ID\": \"job\", \"Name\": \"job\", \"Type\": \"" + type + "\", \"TaskGroups\": [{\"Name\": \"g\","
                        + " \"Tasks\": [{\"Name\": \"t\", \"Driver\": \"raw_exec\", \"Config\": {\"command\":"
                        + " \"/bin/sh\", \"args\": [\"-c\", \"" + script + "\"]}, \"Resources\": {\"CPU\": 20,"
                        + " \"MemoryMB\": 20}}]}]}",
                Job.class);
    }
}
