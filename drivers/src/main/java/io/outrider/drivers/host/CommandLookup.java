package io.outrider.drivers.host;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds a task's command and refuses what the kernel would refuse, before anything is reported as started: shells and
 * {@code env} would run a text file as a script. Messages are the reference's. Blocks.
 */
public final class CommandLookup {

    private static final String FAILED = "failed to launch command with executor: rpc error: code = Unknown desc = ";
    private static final Path BINFMT = Path.of("/proc/sys/fs/binfmt_misc");
    private static final Set<String> BINFMT_CONTROL = Set.of("register", "status");
    /** The kernel looks no further for the end of a {@code #!} line. */
    private static final int HEAD_BYTES = 256;
    /** The kernel's limit for one string of an exec, MAX_ARG_STRLEN. */
    private static final int MAX_STRING = 131_072;

    private final Tools tools;

    public CommandLookup(Tools tools) {
        this.tools = tools;
    }

    /** The account of this name, checked for use. Empty for the agent's own. */
    public Optional<User> user(String name) {
        User user = User.named(name, tools)
                .orElseThrow(() -> failure("failed to identify user " + name + ": user: unknown user " + name));
        return user.uid() == User.ownUid() ? Optional.empty() : Optional.of(user);
    }

    /** Program, by absolute path, and arguments; the program is made executable if it lies in the task's directory. */
    public List<String> command(Path taskDir, String command, List<String> args, Optional<User> user) {
        Path program = find(taskDir, command);
        makeExecutable(taskDir, program);
        List<String> words = new ArrayList<>();
        words.add(program.toString());
        words.addAll(args);
        refuse(program, taskDir).ifPresent(reason -> {
            throw cannotExec(words, reason);
        });
        if (user.isPresent() && User.ownUid() != 0) {
            throw cannotExec(words, "operation not permitted (only an agent that runs as root can switch users)");
        }
        if (user.isPresent() && !user.get().mayRun(program, tools)) {
            throw cannotExec(words, "permission denied (for user " + user.get().name() + ")");
        }
        if (words.stream().anyMatch(word -> word.length() >= MAX_STRING)) {
            throw cannotExec(List.of(words.get(0)), "argument list too long");
        }
        return words;
    }

    private Path find(Path taskDir, String command) {
        try {
            Path named = Path.of(command);
            Path relative = Path.of("./" + command);
            List<Path> places = List.of(
                    taskDir.resolve("local").resolve(relative).normalize(),
                    taskDir.resolve(relative).normalize());
            return Stream.concat(places.stream(), Stream.of(named).filter(Path::isAbsolute))
                    .filter(Files::exists)
                    .findFirst()
                    .or(() -> tools.find(command))
                    .orElseThrow(() -> failure("binary " + goQuote(command) + " could not be found"));
        } catch (InvalidPathException e) {
            throw failure("binary " + goQuote(command) + " could not be found");
        }
    }

    private static void makeExecutable(Path taskDir, Path program) {
        if (!program.startsWith(taskDir) || !Files.isRegularFile(program)) {
            return;
        }
        try {
            RunnableBit.set(taskDir, program);
        } catch (IOException e) {
            throw failure("error making " + goQuote(program.toString()) + " executable: " + e.getMessage());
        }
    }

    /** The kernel's reason not to run it, in its words. */
    private static Optional<String> refuse(Path program, Path taskDir) {
        try {
            if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
                return Optional.of("permission denied");
            }
            Optional<byte[]> readable = head(program);
            if (readable.isEmpty()) {
                return Optional.empty();
            }
            byte[] head = readable.get();
            if (startsWith(head, "#!")) {
                return interpreter(head).flatMap(path -> refuseInterpreter(taskDir.resolve(path)));
            }
            boolean known = startsWith(head, "\u007fELF") || hasBinaryFormats();
            return known ? Optional.empty() : Optional.of("exec format error");
        } catch (IOException e) {
            return Optional.of("input/output error (" + e.getMessage() + ")");
        }
    }

    private static Optional<String> refuseInterpreter(Path interpreter) {
        if (!Files.exists(interpreter)) {
            return Optional.of("no such file or directory");
        }
        boolean runnable = Files.isRegularFile(interpreter) && Files.isExecutable(interpreter);
        return runnable ? Optional.empty() : Optional.of("permission denied");
    }

    private static Optional<String> interpreter(byte[] head) {
        String line = new String(head, 2, head.length - 2, StandardCharsets.ISO_8859_1);
        return line.lines()
                .findFirst()
                .map(String::strip)
                .map(text -> text.split("[ \t]", 2)[0])
                .filter(text -> !text.isEmpty());
    }

    /** Whether the kernel has been taught to run other kinds of files. */
    private static boolean hasBinaryFormats() {
        String[] names = BINFMT.toFile().list();
        return names != null && !BINFMT_CONTROL.containsAll(List.of(names));
    }

    /** Empty where the agent may run it but not read it: then the kernel alone can tell. */
    private static Optional<byte[]> head(Path program) throws IOException {
        // A task may have swapped it for a FIFO since it was looked at, and that would wait for a writer.
        try (Fd file = Fd.open(program, Fd.READ | Fd.NONBLOCK)) {
            byte[] head = new byte[HEAD_BYTES];
            int got = file.facts().isRegular() ? file.readAt(head, HEAD_BYTES, 0) : 0;
            return Optional.of(Arrays.copyOf(head, got));
        } catch (PosixException e) {
            if (e.is(Errno.EACCES)) {
                return Optional.empty();
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private static boolean startsWith(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).startsWith(text);
    }

    private static DriverException cannotExec(List<String> words, String reason) {
        String path = words.get(0);
        String args = words.stream().map(CommandLookup::goQuote).collect(Collectors.joining(" ", "[", "]"));
        return failure("failed to start command path=" + goQuote(path) + " --- args=" + args + ": fork/exec " + path
                + ": " + reason);
    }

    private static DriverException failure(String text) {
        return new DriverException(DriverException.Kind.FATAL, FAILED + text);
    }

    /** A string as Go's %q prints it. */
    public static String goQuote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format("\\x%02x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
