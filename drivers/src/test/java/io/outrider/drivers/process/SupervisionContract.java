package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when something is killed: the task, what keeps it, the agent. */
abstract class SupervisionContract {

    @TempDir
    private Path dir;

    private Bench bench;

    /** Where tasks are put. */
    abstract Optional<Cgroups> cgroups();

    Bench bench() {
        return bench;
    }

    @BeforeEach
    void open() {
        bench = new Bench(dir, cgroups());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void exitCodeArrivesAndTheRestIsRemoved() {
        TaskConfig config = bench.shell("exit 137");
        bench.start(config);

        assertThat(exit(config)).isEqualTo(ExitResult.exited(137));
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
        assertThat(bench.runs()).isEmptyDirectory();
    }

    @Test
    void aSignalIsNoExitCode() {
        TaskConfig config = bench.shell("kill -KILL $$");
        bench.start(config);

        assertThat(exit(config)).isEqualTo(ExitResult.signaled(9, false));
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void anotherAgentFindsTheRunningTask() {
        TaskConfig config = bench.shell("echo up >$OUT; while [ ! -e go ]; do sleep 0.02; done; exit 7");
        TaskHandle handle = bench.start(config);
        bench.out(1);
        int pid = bench.pid(config.id());

        bench.restart();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(bench.pid(config.id())).isEqualTo(pid);
        write("go");
        assertThat(exit(config)).isEqualTo(ExitResult.exited(7));
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void anotherAgentLearnsHowTheTaskEndedMeanwhile() {
        TaskConfig config = bench.shell("while [ ! -e go ]; do sleep 0.02; done; exit 41");
        TaskHandle handle = bench.start(config);
        int pid = bench.pid(config.id());
        bench.driver().close().block(Bench.LIMIT);
        write("go");
        Bench.until(() -> ProcStat.read(pid).orElseThrow().hasEnded());

        bench.restart();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(exit(config)).isEqualTo(ExitResult.exited(41));
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void killedShimMeansKilledTaskAndUnknownEnd() {
        TaskConfig config = bench.shell("echo up >$OUT; sleep 1000");
        bench.start(config);
        bench.out(1);
        int pid = bench.pid(config.id());
        Processes.signal(ProcStat.read(pid).orElseThrow().parent(), 9);

        ExitResult exit = exit(config);
        assertThat(exit.exitCode()).isEqualTo(OptionalInt.empty());
        assertThat(exit.signal()).isEqualTo(OptionalInt.empty());
        assertThat(exit.message().orElseThrow()).contains("supervisor was killed");
        assertThat(ProcStat.read(pid).filter(stat -> !stat.hasEnded())).isEmpty();
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void stopIsSigintThenKill() {
        TaskConfig polite =
                bench.shell("trap 'echo bye >>$OUT; exit 3' INT; echo up >>$OUT; while :; do sleep 0.02; done");
        bench.start(polite);
        bench.out(1);
        bench.driver().stop(polite.id(), "", Duration.ofSeconds(10)).block(Bench.LIMIT);
        assertThat(exit(polite)).isEqualTo(ExitResult.exited(3));
        assertThat(bench.out(2)).containsExactly("up", "bye");

        TaskConfig deaf = bench.shell("trap '' INT; echo up >>$OUT; while :; do sleep 0.02; done");
        bench.start(deaf);
        bench.out(3);
        bench.driver().stop(deaf.id(), "", Duration.ofMillis(100)).block(Bench.LIMIT);
        assertThat(exit(deaf)).isEqualTo(ExitResult.signaled(9, false));
        bench.driver().destroy(polite.id(), false).block(Bench.LIMIT);
        bench.driver().destroy(deaf.id(), false).block(Bench.LIMIT);
    }

    @Test
    void doubleForksWithSessionsOfTheirOwnDieOnStop() {
        TaskConfig config = bench.shell("setsid -f sh -c 'setsid -f sh -c \"echo \\$\\$ >>$OUT; sleep 1000\"; "
                + "echo $$ >>$OUT; sleep 1000'; sleep 1000 & echo $! >>$OUT; wait");
        bench.start(config);
        List<String> strays = bench.out(3);

        bench.driver().stop(config.id(), "", Duration.ofMillis(200)).block(Bench.LIMIT);
        assertThat(strays).noneMatch(pid -> Bench.lives(Integer.parseInt(pid)));
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void childrenThatOutliveTheTaskDieOnDestroy() {
        TaskConfig config = bench.shell("setsid -f sh -c 'echo $$ >>$OUT; sleep 1000'; exit 5");
        bench.start(config);
        int stray = Integer.parseInt(bench.out(1).get(0));
        assertThat(exit(config)).isEqualTo(ExitResult.exited(5));

        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
        assertThat(Bench.lives(stray)).isFalse();
    }

    @Test
    void aForkBombDies() {
        // Some nine hundred processes within a second, and then no more: it must stay small should it outlive this
        // test.
        String bomb = "f() { i=0; while [ $i -lt 30 ]; do i=$((i+1)); sleep 0.01;"
                + " if [ $1 -gt 0 ]; then f $(($1-1)) & fi; done; }; echo up >>$OUT; f 2; sleep 60";
        TaskConfig config = bench.shell(bomb);
        bench.start(config);
        bench.out(1);
        bench.driver().stop(config.id(), "SIGKILL", Duration.ZERO).block(Bench.LIMIT);
        assertThat(living(config)).isZero();
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    private static long living(TaskConfig config) {
        String mark = "NOMAD_ALLOC_ID=" + config.id().allocId();
        return ProcTable.scan().all().stream()
                .filter(stat -> !stat.hasEnded())
                .filter(stat -> ProcTable.environ(stat.key().pid()).contains(mark))
                .count();
    }

    @Test
    void anotherAgentKillsWhatAShimLeftBehind() {
        TaskConfig config = bench.shell("setsid -f sh -c 'echo $$ >>$OUT; sleep 1000'; echo $$ >>$OUT; sleep 1000");
        TaskHandle handle = bench.start(config);
        List<String> pids = bench.out(2);
        int shim = ProcStat.read(bench.pid(config.id())).orElseThrow().parent();
        bench.driver().close().block(Bench.LIMIT);
        Processes.signal(shim, 9);
        Bench.until(() -> !Bench.lives(shim));

        bench.restart();
        for (int i = 0; i < 2; i++) {
            assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
            ExitResult exit = bench.driver().exit(config.id()).block(Bench.LIMIT);
            assertThat(exit.exitCode()).isEmpty();
            assertThat(exit.signal()).isEmpty();
            assertThat(exit.message().orElseThrow()).contains("supervisor was killed");
            assertThat(pids).noneMatch(pid -> Bench.lives(Integer.parseInt(pid)));
            bench.restart();
        }
    }

    @Test
    void anotherBootIsAnotherWorld() {
        TaskConfig config = bench.shell("sleep 1000");
        TaskHandle handle = bench.start(config);
        RunHandle state = RunHandle.of(handle);
        RunHandle older = new RunHandle(state.dir(), "another-boot", state.workDir(), state.user());
        int pid = bench.pid(config.id());
        bench.restart();

        assertThat(bench.driver()
                        .recover(older.toHandle("raw_exec", config.id()))
                        .block(Bench.LIMIT))
                .isEqualTo(new Recovery.Lost("the machine was restarted"));
        // Whoever has this number in another boot is somebody else.
        assertThat(Bench.lives(pid)).isEqualTo(cgroups().isEmpty());
        Processes.signal(-pid, 9);
    }

    @Test
    void searchThatFailsMayBeRepeated() throws IOException {
        TaskConfig config = bench.shell("echo up >$OUT; sleep 1000");
        TaskHandle handle = bench.start(config);
        bench.out(1);
        int pid = bench.pid(config.id());
        Path kept = unreadableRecord(handle);
        bench.restart();

        assertThatThrownBy(() -> recover(handle)).isInstanceOf(RuntimeException.class);
        assertThat(Bench.lives(pid)).isTrue();
        Path record = RunHandle.of(handle).runDir().recordFile();
        Files.delete(record);
        Files.move(kept, record);
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(bench.pid(config.id())).isEqualTo(pid);
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void searchThatNobodyWaitsForGoesOn() {
        TaskConfig config = bench.shell("echo up >$OUT; sleep 1000");
        TaskHandle handle = bench.start(config);
        bench.out(1);
        bench.restart();

        bench.driver().recover(handle).subscribe(found -> {}, error -> {}).dispose();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void discardKillsWhatCannotBeFoundAgain() throws IOException {
        TaskConfig config = bench.shell("setsid -f sh -c 'echo $$ >>$OUT; sleep 1000'; echo $$ >>$OUT; sleep 1000");
        TaskHandle handle = bench.start(config);
        List<String> pids = bench.out(2);
        unreadableRecord(handle);
        bench.restart();
        assertThatThrownBy(() -> recover(handle)).isInstanceOf(RuntimeException.class);

        TaskHandle unreadable = new TaskHandle(handle.version(), handle.driver(), handle.id(), "not json");
        bench.driver().discard(unreadable).block(Bench.LIMIT);
        assertThat(pids).noneMatch(pid -> Bench.lives(Integer.parseInt(pid)));
    }

    @Test
    void whoOnlyLooksAtARunIsNotPartOfIt() throws IOException {
        TaskConfig config = bench.shell("echo up >$OUT; sleep 1000");
        TaskHandle handle = bench.start(config);
        bench.out(1);
        int pid = bench.pid(config.id());
        RunDir run = RunHandle.of(handle).runDir();
        Process reader = new ProcessBuilder("tail", "-f", run.errorFile().toString(), run.dir() + "/id").start();
        try {
            bench.restart();
            bench.driver().discard(handle).block(Bench.LIMIT);
            assertThat(Bench.lives(pid)).isFalse();
            assertThat(reader.isAlive()).isTrue();
        } finally {
            reader.destroyForcibly();
        }
    }

    /** Makes the record of who was started one that cannot be read, and gives where it lies now. */
    private Path unreadableRecord(TaskHandle handle) throws IOException {
        Path record = RunHandle.of(handle).runDir().recordFile();
        Path kept = bench.outFile(".record");
        Files.move(record, kept);
        Files.createDirectory(record);
        return kept;
    }

    @Test
    void pruneEndsWhatNoHandleNames() throws IOException {
        TaskConfig lost = bench.shell("sleep 1000");
        TaskConfig kept = bench.shell("sleep 1000");
        bench.start(lost);
        TaskHandle handle = bench.start(kept);
        int orphan = bench.pid(lost.id());
        bench.restart();
        recover(handle);
        bench.supervisor().prune(List.of(handle)).block(Bench.LIMIT);

        assertThat(Bench.lives(orphan)).isFalse();
        assertThat(Bench.lives(bench.pid(kept.id()))).isTrue();
        try (Stream<Path> left = Files.list(bench.runs())) {
            assertThat(left).containsExactly(Path.of(RunHandle.of(handle).dir()));
        }
        bench.driver().destroy(kept.id(), true).block(Bench.LIMIT);
    }

    private ExitResult exit(TaskConfig config) {
        return bench.driver().exit(config.id()).block(Bench.LIMIT);
    }

    private Recovery recover(TaskHandle handle) {
        return bench.driver().recover(handle).block(Bench.LIMIT);
    }

    private void write(String name) {
        try {
            Files.writeString(bench.taskDir().resolve(name), "");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
