package io.outrider.drivers.process;

import io.outrider.drivers.host.Tools;
import io.outrider.drivers.logs.LogFifos;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes the script that a shim reads on standard input: what to open, where to go, who to be, what to run. It never
 * touches a disk, so secrets of the environment do not either. Its last line says that it is whole: one that was cut
 * short by the agent's death starts nothing.
 */
final class LaunchScript {

    /** Names that a shell, or a program on the way to the task, would take for itself. */
    private static final Pattern OTHERS = Pattern.compile(
            "_|LD_.*|BASH.*|FUNC.*|GCONV_PATH|GETCONF_DIR|GLIBC_.*|HOSTALIASES|LOCALDOMAIN|LOCPATH|LC_.*|LANG|LANGUAGE"
                    + "|MALLOC_.*|NIS_PATH|NLSPATH|RESOLV_.*|RES_OPTIONS|TMPDIR|TZ|TZDIR|IFS|PATH|PWD|OLDPWD|SHLVL"
                    + "|PS[0-9]|OPT.*|PPID|E?UID|GROUPS|ENV|CDPATH|HIST.*|LINENO|S?RANDOM|SECONDS|EPOCH.*|DIRSTACK"
                    + "|HOST.*|MACHTYPE|OSTYPE|SHELL.*|POSIXLY_CORRECT|TMOUT|TIMEFORMAT|COLUMNS|LINES|MAIL.*"
                    + "|PIPESTATUS|REPLY|COMP_.*|COPROC|MAPFILE|INPUTRC|FIGNORE|GLOBIGNORE|EXECIGNORE|IGNOREEOF"
                    + "|PROMPT_.*|CHILD_MAX|outrider_.*");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** What shells put into the environment of their own accord. */
    private static final Set<String> INTRUDERS = Set.of("PWD", "OLDPWD", "SHLVL", "_", "PATH", "OPTIND", "PS1", "TERM");

    private final StringBuilder text = new StringBuilder();
    private final Tools tools;

    LaunchScript(Tools tools) {
        this.tools = tools;
    }

    /** The script for a shim that runs {@code spec} and records it in {@code run}. */
    byte[] supervised(ProcessSpec spec, RunDir run) {
        text.append("open_logs() {\n:\n");
        spec.logs().ifPresent(this::openLogs);
        text.append("}\nstart() {\n");
        joinCgroups(spec.cgroupFiles());
        line("cd", spec.workDir().toString(), "|| exit 1");
        record(run);
        redirect(spec.logs());
        exec(spec);
        text.append("}\noutrider_whole=yes\n");
        return bytes();
    }

    /** The script for a command whose output the agent reads itself. */
    byte[] beside(ProcessSpec spec) {
        text.append("start() {\n");
        joinCgroups(spec.cgroupFiles());
        line("cd", spec.workDir().toString(), "|| exit 1");
        text.append("exec </dev/null\n");
        exec(spec);
        text.append("}\n");
        return bytes();
    }

    /** In single quotes, for any shell. */
    static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void openLogs(LogFifos logs) {
        // Read-write: never blocks, and the writer sees no broken pipe while the drain is away.
        text.append("exec 6<>").append(quote(logs.stdout().toString())).append(" || exit 1\n");
        text.append("exec 7<>").append(quote(logs.stderr().toString())).append(" || exit 1\n");
    }

    private void joinCgroups(List<Path> files) {
        for (Path file : files) {
            text.append("echo 0 >").append(quote(file.toString())).append(" || exit 1\n");
        }
    }

    /** Before the task's program runs, so that no task is ever without its record. */
    private void record(RunDir run) {
        text.append("read -r outrider_task </proc/self/stat || exit 1\n");
        // Field 4 is the parent; the name in field 2 may hold spaces.
        text.append("set -- ${outrider_task##*) }\n");
        text.append("read -r outrider_shim </proc/$2/stat || exit 1\n");
        text.append("printf '%s\\n%s\\nend\\n' \"$outrider_task\" \"$outrider_shim\" >")
                .append(quote(run.recordFile().toString()))
                .append(" || exit 1\n");
    }

    /** The pipes as they are open: a task that has lost keeper and drain holds them itself, and gets no SIGPIPE. */
    private void redirect(Optional<LogFifos> logs) {
        text.append(logs.isPresent() ? "exec 8>&- >&6 2>&7 6>&- 7>&-\n" : "exec 8>&- >/dev/null 2>/dev/null\n");
    }

    private void exec(ProcessSpec spec) {
        List<String> words = new ArrayList<>();
        spec.user().ifPresent(user -> words.addAll(user.switchCommand(tools)));
        words.add(tools.need("env", "coreutils"));
        words.add("--default-signal=INT,QUIT");
        INTRUDERS.stream()
                .filter(name -> !spec.env().containsKey(name))
                .sorted()
                .forEach(name -> {
                    words.add("-u");
                    words.add(name);
                });
        Map<String, String> late = new TreeMap<>();
        spec.env().forEach((name, value) -> {
            if (IDENTIFIER.matcher(name).matches() && !OTHERS.matcher(name).matches()) {
                text.append("export ")
                        .append(name)
                        .append('=')
                        .append(quote(value))
                        .append('\n');
            } else {
                late.put(name, value);
            }
        });
        words.add("--");
        late.forEach((name, value) -> words.add(name + "=" + value));
        // Last, so that env does not take a command with an equals sign for one more variable.
        words.add(tools.need("setsid", "util-linux"));
        words.addAll(spec.command());
        text.append("exec");
        words.forEach(word -> text.append(' ').append(quote(word)));
        text.append('\n');
    }

    private void line(String command, String word, String rest) {
        text.append(command)
                .append(' ')
                .append(quote(word))
                .append(' ')
                .append(rest)
                .append('\n');
    }

    private byte[] bytes() {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
