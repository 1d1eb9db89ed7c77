package io.outrider.agent;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A program for a JVM of its own: runs another program's main several times and writes what each run has left behind
 * into a file. Arguments: the file, the class, and the argument for each run.
 */
public final class Leftovers {

    private Leftovers() {}

    /** See the class. */
    public static void main(String[] args) throws Exception {
        try (PrintStream report = new PrintStream(Files.newOutputStream(Path.of(args[0])))) {
            for (int run = 2; run < args.length; run++) {
                Class.forName(args[1]).getMethod("main", String[].class).invoke(null, (Object)
                        new String[] {args[run]});
                awaitCloser();
                report.println("threads " + threads());
                report.println("children " + ProcessHandle.current().children().count());
                report.println("hooks " + hooks());
                report.println("files " + files());
            }
        }
    }

    /**
     * The thread that tells of an agent's end outlives its telling by a moment. Polled in this thread: one of
     * Awaitility's own would be among those that are left.
     */
    private static void awaitCloser() {
        Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> threads().stream()
                .noneMatch(name -> name.startsWith("agent-")));
    }

    private static List<String> threads() {
        return new ArrayList<>(new TreeSet<>(Thread.getAllStackTraces().keySet().stream()
                .filter(Leftovers::isNotOfTheJdk)
                .map(Thread::getName)
                .toList()));
    }

    private static boolean isNotOfTheJdk(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group != null && !List.of("system", "InnocuousThreadGroup").contains(group.getName());
    }

    /** Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}. */
    private static int hooks() throws ReflectiveOperationException {
        Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
        hooks.setAccessible(true);
        return ((Map<?, ?>) hooks.get(null)).size();
    }

    private static List<String> files() throws IOException {
        List<String> targets = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            open.forEach(fd -> target(fd, targets));
        }
        targets.sort(null);
        return targets;
    }

    private static void target(Path fd, List<String> targets) {
        try {
            String target = Files.readSymbolicLink(fd).toString();
            if (!target.endsWith(".jar") && !target.endsWith("/modules") && !target.startsWith("/proc/")) {
                targets.add(target);
            }
        } catch (IOException e) {
            // It was the descriptor of the listing itself.
            return;
        }
    }
}
