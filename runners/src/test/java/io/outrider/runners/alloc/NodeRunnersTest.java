package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.procfs.ProcStat;
import io.outrider.runners.task.RunnerException;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.test.StepVerifier;

/** The runners of a node with real processes. */
class NodeRunnersTest {

    private final TestFeed feed = new TestFeed();
    private final StateStore store = new MemoryStore(JournalLimits.DEFAULT);

    @TempDir
    private Path dir;

    private TestNode node;

    @BeforeEach
    void start() {
        node = new TestNode(dir, feed, store);
    }

    @AfterEach
    void clean() {
        feed.removeAll();
        TestNode.await("all allocs are gone", () -> node.runners().allocs().isEmpty());
        node.close();
    }

    private static String task(String name, String script) {
        String config = "{\"command\": \"/bin/sh\", \"args\": [\"-c\", \"" + script + "\"]}";
        return "{\"Name\": \"" + name + "\", \"Driver\": \"raw_exec\", \"Config\": " + config + "}";
    }

    private static String job(String... tasks) {
        return "{\"ID\": \"j\", \"Type\": \"service\", \"TaskGroups\": [{\"Name\": \"g\", \"Tasks\": [%s]}]}"
                .formatted(String.join(", ", tasks));
    }

    private Alloc place(String job) {
        Alloc alloc = Allocs.of(Json.mapper().readTree(job), 0);
        feed.place(alloc);
        return alloc;
    }

    private TaskState state(Alloc alloc, String task) {
        Map<String, TaskState> states =
                Objects.requireNonNull(node.alloc(alloc.id()).taskStates());
        return Objects.requireNonNull(states.get(task));
    }

    private void awaitStatus(Alloc alloc, String status) {
        TestNode.await(status, () -> node.runners()
                .alloc(alloc.id())
                .filter(found -> status.equals(found.clientStatus()))
                .isPresent());
    }

    private List<String> types(Alloc alloc, String task) {
        return state(alloc, task).events().stream().map(TaskEvent::type).toList();
    }

    private static boolean lives(String pid) {
        return ProcStat.read(Integer.parseInt(pid))
                .filter(stat -> !stat.hasEnded())
                .isPresent();
    }

    @Test
    void oldSnapshotTakesNothingAway() {
        Alloc alloc = place(job(task("t", "exec sleep 300")));
        awaitStatus(alloc, "running");

        feed.publish(new AllocFeed.Snapshot(5, Map.of(), List.of()));
        Alloc second = place(job(task("t", "exec sleep 300")));
        awaitStatus(second, "running");

        assertThat(node.alloc(alloc.id()).clientStatus()).isEqualTo("running");
        assertThat(types(alloc, "t")).doesNotContain("Killing");
    }

    @Test
    void taskMissingFromAnUpdateIsKilledAndFailed() {
        String keep = task("a", "exec sleep 300");
        Alloc alloc = place(job(keep, task("b", "exec sleep 300")));
        awaitStatus(alloc, "running");
        TestNode.await("both run", () -> state(alloc, "b").state().equals(TaskState.RUNNING));

        feed.place(Allocs.withJob(alloc, job(keep)));
        TestNode.await("b is dead", () -> state(alloc, "b").state().equals(TaskState.DEAD));

        assertThat(types(alloc, "b")).contains("Killed", "Terminated");
        assertThat(state(alloc, "b").failed()).isTrue();
        assertThat(state(alloc, "b").events())
                .anyMatch(event -> "update missing task".equals(event.details().get("kill_reason")));
    }

    @Test
    void hastenedAllocDoesNotWaitForItsKillTimeout() {
        String stubborn = task("t", "trap '' INT; touch $NOMAD_ALLOC_DIR/ready; while :; do sleep 1; done");
        Alloc alloc = place(job(stubborn.replace("\"Driver\"", "\"KillTimeout\": 25000000000, \"Driver\"")));
        Path ready = dir.resolve("alloc").resolve(alloc.id()).resolve("alloc/ready");
        TestNode.await("it ignores SIGINT", () -> Files.exists(ready));
        awaitStatus(alloc, "running");

        node.runners().hasten(alloc.id());
        feed.stop(alloc.id(), false);
        awaitStatus(alloc, "complete");

        Map<String, Long> times = new HashMap<>();
        state(alloc, "t").events().forEach(event -> times.put(event.type(), event.time()));
        Duration took = Duration.ofNanos(times.get("Terminated") - times.get("Killing"));
        assertThat(took).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void allocThatIsStoppedBeforeItIsSeenNeverRuns() {
        String poststop =
                task("after", "exit 0").replace("{\"Name\"", "{\"Lifecycle\": {\"Hook\": \"poststop\"}, \"Name\"");
        Alloc alloc = Allocs.of(
                Json.mapper().readTree(job(task("t", "exec sleep 300"), task("u", "exec sleep 300"), poststop)), 0);
        feed.place(Allocs.stopped(alloc, false));
        awaitStatus(alloc, "complete");
        assertThat(List.of("t", "u", "after"))
                .allSatisfy(task -> assertThat(types(alloc, task)).containsExactly("Received"));
        TestNode.await("the feed hears of it", () -> feed.reports().stream()
                .anyMatch(update -> update.client().status().equals("complete")));
    }

    @Test
    void nextAgentFindsTheSameProcess() throws IOException {
        Alloc alloc = place(job(task("t", "echo $$ >> $NOMAD_ALLOC_DIR/pids; exec sleep 300")));
        Path pids = dir.resolve("alloc").resolve(alloc.id()).resolve("alloc/pids");
        TestNode.await("it runs", () -> Files.exists(pids));
        awaitStatus(alloc, "running");
        String pid = Files.readString(pids).strip();

        node.close();
        assertThat(lives(pid)).isTrue();
        node = new TestNode(dir, feed, store);
        feed.publish();
        feed.stop(alloc.id(), false);
        awaitStatus(alloc, "complete");

        assertThat(Files.readString(pids).strip()).isEqualTo(pid);
        assertThat(types(alloc, "t"))
                .containsExactly("Received", "Task Setup", "Started", "Killing", "Terminated", "Killed");
        assertThat(lives(pid)).isFalse();
    }

    @Test
    void runWhoseHandleWasLostIsEndedBeforeItsTaskStartsAgain() throws IOException {
        String script = "echo $$ >> $NOMAD_ALLOC_DIR/pids; exec sleep 300";
        Alloc alloc = place(job(task("t", script), task("u", script.replace("pids", "kept"))));
        Path own = dir.resolve("alloc").resolve(alloc.id()).resolve("alloc");
        TestNode.await("both run", () -> Files.exists(own.resolve("pids")) && Files.exists(own.resolve("kept")));
        TestNode.await(
                "both are told to run",
                () -> types(alloc, "t").contains("Started") && types(alloc, "u").contains("Started"));
        String lost = Files.readString(own.resolve("pids")).strip();
        String kept = Files.readString(own.resolve("kept")).strip();

        node.close();
        Change damage = new Change.Delete(StateKey.task(Table.TASK_LOCAL, alloc.id(), "t"));
        store.commit(new Commit(List.of(damage), List.of())).block(TestNode.LIMIT);
        node = new TestNode(dir, feed, store);

        assertThat(lives(lost)).isFalse();
        assertThat(lives(kept)).isTrue();
        feed.publish();
        TestNode.await(
                "it runs anew",
                () -> types(alloc, "t").contains("Failed Restoring Task")
                        && state(alloc, "t").state().equals(TaskState.RUNNING));
        assertThat(types(alloc, "u")).containsOnlyOnce("Started");
    }

    @Test
    void endedAllocIsCollectedWithItsDirectoryAndState() {
        Alloc alloc = place(job(task("t", "exec sleep 300")));
        awaitStatus(alloc, "running");
        StepVerifier.create(node.runners().collect(alloc.id()))
                .expectErrorMatches(error -> error instanceof RunnerException
                        && "No such allocation on client, or allocation not eligible for GC".equals(error.getMessage()))
                .verify(TestNode.LIMIT);

        feed.stop(alloc.id(), false);
        awaitStatus(alloc, "complete");
        Path own = dir.resolve("alloc").resolve(alloc.id());
        assertThat(own).exists();
        StepVerifier.create(node.runners().collect(alloc.id())).expectComplete().verify(TestNode.LIMIT);

        assertThat(own).doesNotExist();
        assertThat(node.runners().alloc(alloc.id())).isEmpty();
        assertThat(Objects.requireNonNull(store.open().block(TestNode.LIMIT)).rows())
                .noneMatch(row -> row.key().id().startsWith(alloc.id()));
        TestNode.await("the last event is reported", () -> feed.reports().stream()
                .filter(update -> update.allocId().equals(alloc.id()))
                .flatMap(update -> Objects.requireNonNull(update.client().taskStates()).values().stream())
                .anyMatch(state -> state.events().stream()
                                .filter(event -> event.type().equals("Killing"))
                                .count()
                        == 2));
    }

    @Test
    void allocThatCannotBeAddedIsReportedFailed() {
        Alloc alloc = place(job("{\"Name\": \"t\", \"Driver\": \"nope\"}"));

        TestNode.await("it is reported", () -> feed.reports().stream()
                .anyMatch(update -> update.allocId().equals(alloc.id())));
        AllocUpdate update = feed.reports().get(0);
        assertThat(update.client().status()).isEqualTo("failed");
        assertThat(update.client().description())
                .isEqualTo("Unable to add allocation due to error: failed creating runner for task \"t\": "
                        + "this node has no driver \"nope\" (it has: mock_driver, raw_exec)");
    }

    @Test
    void failingSetupFailsEveryTask() {
        Alloc alloc = place("{\"ID\": \"j\", \"Type\": \"batch\", \"TaskGroups\": [{\"Name\": \"g\", "
                + "\"Networks\": [{\"Mode\": \"bridge\"}], \"Tasks\": [" + task("a", "exit 0") + ", "
                + task("b", "exec sleep 300") + "]}]}");
        awaitStatus(alloc, "failed");
        TestNode.await(
                "both are dead",
                () -> state(alloc, "a").state().equals(TaskState.DEAD)
                        && state(alloc, "b").state().equals(TaskState.DEAD));

        assertThat(types(alloc, "a")).startsWith("Received", "Setup Failure");
        assertThat(types(alloc, "b")).startsWith("Received", "Setup Failure");
        assertThat(state(alloc, "a").failed() && state(alloc, "b").failed()).isTrue();
        assertThat(state(alloc, "a").startedAt()).isNull();
    }
}
