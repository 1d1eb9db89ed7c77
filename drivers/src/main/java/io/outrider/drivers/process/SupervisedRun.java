package io.outrider.drivers.process;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.cgroup.Cgroup;
import io.outrider.drivers.procfs.ProcessKey;
import io.outrider.drivers.procfs.ProcessTree;
import io.outrider.streams.Once;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What the supervisor holds of one run. */
final class SupervisedRun {

    private final TaskId id;
    private final RunHandle handle;
    private final Optional<Cgroup> cgroup;
    private final Set<String> marks;
    private final AtomicBoolean launched = new AtomicBoolean();
    private final Once<HeldProcess> up = new Once<>();
    private final Once<Recovery> found = new Once<>();
    private final Once<ExitResult> exit = new Once<>();
    private volatile boolean ours;
    private volatile @Nullable ProcessTree tree;
    private volatile @Nullable HeldProcess process;
    private volatile @Nullable Map<String, String> env;
    private volatile @Nullable Instant startedAt;
    private volatile @Nullable Instant completedAt;
    private volatile @Nullable ExitResult result;

    /** @param marks what stands in the environment of its processes and of nobody else's */
    SupervisedRun(TaskId id, RunHandle handle, Optional<Cgroup> cgroup, Set<String> marks) {
        this.id = id;
        this.handle = handle;
        this.cgroup = cgroup;
        this.marks = marks;
    }

    Optional<Cgroup> cgroup() {
        return cgroup;
    }

    TaskId id() {
        return id;
    }

    RunHandle handle() {
        return handle;
    }

    RunDir dir() {
        return handle.runDir();
    }

    /** True for the one caller who has to start or find the process. */
    boolean beginLaunch() {
        return launched.compareAndSet(false, true);
    }

    /** The process once it is there; fails if it could not be started. */
    Once<HeldProcess> up() {
        return up;
    }

    /** What a search for it has found, or that it was started here; fails if the search failed. */
    Once<Recovery> found() {
        return found;
    }

    /** How it ended: set when nothing more will be learnt. */
    Once<ExitResult> exit() {
        return exit;
    }

    void isUp(HeldProcess held, Instant since) {
        process = held;
        tree = new ProcessTree(held.who().task(), marks);
        startedAt = since;
    }

    /** It will not be held: who belongs to it is told by its first process, if that is known, and by its marks. */
    void isToEnd(Optional<ProcessKey> first) {
        tree = first.map(main -> new ProcessTree(main, marks)).orElseGet(() -> new ProcessTree(marks));
    }

    void hasEnded(ExitResult ended, Instant when) {
        result = ended;
        completedAt = when;
        exit.set(ended);
    }

    boolean ended() {
        return result != null;
    }

    Optional<HeldProcess> process() {
        return Optional.ofNullable(process);
    }

    Optional<ProcessTree> tree() {
        return Optional.ofNullable(tree);
    }

    /** Whether this agent has begun to start it. */
    boolean isOurs() {
        return ours;
    }

    void isOurs(boolean begun) {
        ours = begun;
    }

    /** The environment it was given, if this agent has started it. */
    Optional<Map<String, String>> env() {
        return Optional.ofNullable(env);
    }

    void env(Map<String, String> given) {
        env = given;
    }

    TaskStatus status() {
        HeldProcess held = process;
        TaskStatus.State state =
                ended() ? TaskStatus.State.EXITED : held != null ? TaskStatus.State.RUNNING : TaskStatus.State.PREPARED;
        Map<String, String> facts = held == null
                ? Map.of()
                : Map.of("pid", Integer.toString(held.who().task().pid()));
        return new TaskStatus(
                id,
                state,
                Optional.ofNullable(startedAt),
                Optional.ofNullable(completedAt),
                Optional.ofNullable(result),
                facts);
    }

    /** Both stand in every task's environment, and together name the task; see section 4.4 of behaviour. */
    static Set<String> marks(TaskId id) {
        return Set.of("NOMAD_ALLOC_ID=" + id.allocId(), "NOMAD_TASK_NAME=" + id.task());
    }
}
