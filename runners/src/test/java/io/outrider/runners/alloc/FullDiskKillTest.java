package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes, and a store that has no space left, or is broken for good. */
class FullDiskKillTest {

    private static final List<String> TASKS = List.of("lead", "main", "side");

    private final TestFeed feed = new TestFeed();
    private final FullStore store = new FullStore(new MemoryStore(JournalLimits.DEFAULT));

    @TempDir
    private Path dir;

    private TestNode node;

    @BeforeEach
    void start() {
        node = new TestNode(dir, feed, store);
    }

    @AfterEach
    void clean() {
        store.full(false);
        feed.removeAll();
        TestNode.await("all allocs are gone", () -> node.runners().allocs().isEmpty());
        node.close();
    }

    @Test
    void killGoesOnToTheLastTaskThoughNoDeathCanBeWritten() {
        Alloc alloc = Allocs.of(Json.mapper().readTree(job()), 0);
        feed.place(alloc);
        TestNode.await("it runs", () -> TASKS.stream().allMatch(task -> Files.exists(pidFile(alloc, task))));
        awaitStatus(alloc, "running");
        List<Integer> pids = TASKS.stream().map(task -> pid(alloc, task)).toList();

        store.full(true);
        feed.stop(alloc.id(), false);
        TestNode.await("all are dead", () -> pids.stream().noneMatch(FullDiskKillTest::lives));
        assertThat(node.alloc(alloc.id()).clientStatus())
                .as("what nobody can know yet")
                .isEqualTo("running");

        store.full(false);
        awaitStatus(alloc, "complete");
    }

    @ParameterizedTest
    @EnumSource(names = {"DAMAGED", "REFUSED"})
    void killGoesOnToTheLastTaskThoughNothingCanEverBeWritten(StateStoreException.Kind never) {
        Alloc alloc = Allocs.of(Json.mapper().readTree(job()), 0);
        feed.place(alloc);
        TestNode.await("it runs", () -> TASKS.stream().allMatch(task -> Files.exists(pidFile(alloc, task))));
        awaitStatus(alloc, "running");
        List<Integer> pids = TASKS.stream().map(task -> pid(alloc, task)).toList();

        store.refuse(never);
        feed.stop(alloc.id(), false);
        TestNode.await("all are dead", () -> pids.stream().noneMatch(FullDiskKillTest::lives));
    }

    @Test
    void deathThatCannotBeWrittenIsNotAskedForAgainAndAgain() {
        Alloc alloc = Allocs.of(Json.mapper().readTree(job()), 0);
        feed.place(alloc);
        TestNode.await("it runs", () -> TASKS.stream().allMatch(task -> Files.exists(pidFile(alloc, task))));
        awaitStatus(alloc, "running");
        TestNode.await("its leader is known to run", () -> types(alloc, "lead").contains("Started"));
        List<Integer> pids = TASKS.stream().map(task -> pid(alloc, task)).toList();

        store.fullFor("main");
        assertThat(Processes.signal(pids.get(0), Signal.SIGKILL.number())).isTrue();
        TestNode.await("all are dead", () -> pids.stream().noneMatch(FullDiskKillTest::lives));
        TestNode.await("that is written", () -> types(alloc, "side").contains("Killed"));
        store.full(false);
        TestNode.await("all is written", () -> types(alloc, "main").contains("Killed"));

        assertThat(types(alloc, "side")).containsOnlyOnce("Killing");
    }

    private List<String> types(Alloc alloc, String task) {
        Map<String, TaskState> states =
                Objects.requireNonNull(node.alloc(alloc.id()).taskStates());
        return Objects.requireNonNull(states.get(task)).events().stream()
                .map(TaskEvent::type)
                .toList();
    }

    private static String job() {
        return """
                {"ID": "j", "Type": "service", "TaskGroups": [{"Name": "g", "Tasks": [%s, %s, %s]}]}
                """.formatted(
                        task("lead", "\"Leader\": true, \"RestartPolicy\": {\"Attempts\": 0, \"Mode\": \"fail\"}"),
                        task("main", "\"Leader\": false"),
                        task("side", "\"Lifecycle\": {\"Hook\": \"prestart\", \"Sidecar\": true}"));
    }

    private static String task(String name, String more) {
        String script = "cd $NOMAD_ALLOC_DIR; echo $$ > %s.new; mv %s.new %s; exec sleep 300".replace("%s", name);
        return """
                {"Name": "%s", "Driver": "raw_exec", %s, "Config": {"command": "/bin/sh", "args": ["-c", "%s"]}}
                """.formatted(name, more, script);
    }

    private Path pidFile(Alloc alloc, String task) {
        return dir.resolve("alloc").resolve(alloc.id()).resolve("alloc").resolve(task);
    }

    private int pid(Alloc alloc, String task) {
        try {
            return Integer.parseInt(Files.readString(pidFile(alloc, task)).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean lives(int pid) {
        return ProcStat.read(pid).filter(stat -> !stat.hasEnded()).isPresent();
    }

    private void awaitStatus(Alloc alloc, String status) {
        TestNode.await(status, () -> status.equals(node.alloc(alloc.id()).clientStatus()));
    }
}
