package io.outrider.drivers.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An account of this machine.
 *
 * @param name as in passwd
 * @param uid its number
 * @param gid its first group
 */
public record User(String name, int uid, int gid) {

    private static final int FIELDS = 7;
    private static final int ANSWER_SECONDS = 5;

    /** By name: from /etc/passwd, else from wherever {@code getent} knows accounts. Blocks. */
    public static Optional<User> named(String name, Tools tools) {
        if (name.isEmpty() || name.contains(":") || name.contains("\n") || name.startsWith("-")) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(Path.of("/etc/passwd"), StandardCharsets.ISO_8859_1)) {
            Optional<User> local = lines.filter(line -> line.startsWith(name + ":"))
                    .findFirst()
                    .flatMap(User::parse);
            return local.isPresent() ? local : tools.find("getent").flatMap(getent -> ask(getent, name));
        } catch (IOException | UncheckedIOException e) {
            return tools.find("getent").flatMap(getent -> ask(getent, name));
        }
    }

    /** The agent's own number. */
    public static int ownUid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell who runs the agent: " + e.getMessage(), e);
        }
    }

    /** The words that run what follows them as this user, with its groups. */
    public List<String> switchCommand(Tools tools) {
        return List.of(tools.need("setpriv", "util-linux"), "--reuid=" + uid, "--regid=" + gid, "--init-groups", "--");
    }

    /**
     * Whether this user, with its groups, may run a program: the kernel is asked, which knows of folders on the way
     * and of lists of access. Yes where it cannot be asked. Blocks for some milliseconds.
     */
    boolean mayRun(Path program, Tools tools) {
        Optional<Path> test = tools.find("test");
        if (test.isEmpty()) {
            return true;
        }
        List<String> words = new ArrayList<>(switchCommand(tools));
        words.addAll(List.of(test.get().toString(), "-x", program.toString()));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean answered = process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            return !answered || process.exitValue() != 1;
        } catch (IOException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static Optional<User> ask(Path getent, String name) {
        ProcessBuilder command = new ProcessBuilder(getent.toString(), "passwd", name);
        command.redirectErrorStream(true);
        try {
            Process process = command.start();
            process.getOutputStream().close();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1))) {
                return Optional.ofNullable(out.readLine())
                        .filter(line -> line.startsWith(name + ":"))
                        .flatMap(User::parse);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<User> parse(String line) {
        String[] fields = line.split(":", -1);
        if (fields.length < FIELDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new User(fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
