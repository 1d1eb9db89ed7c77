package io.outrider.drivers.procfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processes of one task, found without a cgroup: its session, its descendants, all that were either of these when
 * somebody looked before, and all whose environment holds the task's marks (a double fork with a session of its own
 * leaves no other trace). Safe from any thread.
 */
public final class ProcessTree {

    private static final ProcessKey NOBODY = new ProcessKey(-1, -1);

    private final ProcessKey main;
    private final Set<String> marks;
    private final Set<ProcessKey> seen = ConcurrentHashMap.newKeySet();

    /**
     * @param main the task's first process, leader of its session
     * @param marks {@code NAME=value} pairs, all of which stand in the environment of the task's processes and of
     *     nobody else's; empty: do not look there
     */
    public ProcessTree(ProcessKey main, Set<String> marks) {
        this.main = main;
        this.marks = Set.copyOf(marks);
        this.seen.add(main);
    }

    /** Of a task whose first process is not known: the marks alone tell. */
    public ProcessTree(Set<String> marks) {
        this(NOBODY, marks);
    }

    /** Those that live, by session and descent alone, and remembers them. */
    public Set<ProcessKey> family(ProcTable table) {
        Set<ProcessKey> found = new HashSet<>();
        table.all().stream().filter(stat -> isRoot(stat, table)).forEach(stat -> found.add(stat.key()));
        addDescendants(table, found);
        seen.addAll(found);
        forgetTheGone(table);
        found.removeIf(key -> table.get(key.pid()).filter(ProcStat::hasEnded).isPresent());
        return found;
    }

    /** A long-lived task may have had any number of children; asked again, as another thread's look may be newer. */
    private void forgetTheGone(ProcTable table) {
        seen.removeIf(key -> !key.equals(main)
                && table.get(key.pid()).filter(stat -> stat.key().equals(key)).isEmpty()
                && !key.isAlive());
    }

    /** Those that live, the marked ones included, and remembers them. Reads every environment of the machine. */
    public Set<ProcessKey> members(ProcTable table) {
        Set<ProcessKey> found = family(table);
        if (!marks.isEmpty()) {
            table.all().stream()
                    .filter(stat -> !stat.hasEnded() && !found.contains(stat.key()))
                    .filter(stat -> isMarked(stat.key().pid()))
                    .forEach(stat -> found.add(stat.key()));
            addDescendants(table, found);
            seen.addAll(found);
            found.removeIf(
                    key -> table.get(key.pid()).filter(ProcStat::hasEnded).isPresent());
        }
        return found;
    }

    private boolean isRoot(ProcStat stat, ProcTable table) {
        return seen.contains(stat.key()) || (stat.session() == main.pid() && ownsSession(table));
    }

    // Once the leader is gone its number may be given away, and with it the name of the session.
    private boolean ownsSession(ProcTable table) {
        return table.get(main.pid()).filter(stat -> !stat.key().equals(main)).isEmpty();
    }

    private static void addDescendants(ProcTable table, Set<ProcessKey> found) {
        Map<Integer, List<ProcessKey>> children = new HashMap<>();
        table.all().forEach(stat -> children.computeIfAbsent(stat.parent(), pid -> new ArrayList<>())
                .add(stat.key()));
        Deque<ProcessKey> left = new ArrayDeque<>(found);
        while (!left.isEmpty()) {
            for (ProcessKey child : children.getOrDefault(left.pop().pid(), List.of())) {
                if (found.add(child)) {
                    left.push(child);
                }
            }
        }
    }

    private boolean isMarked(int pid) {
        List<String> environ = ProcTable.environ(pid);
        return !environ.isEmpty() && new HashSet<>(environ).containsAll(marks);
    }
}
