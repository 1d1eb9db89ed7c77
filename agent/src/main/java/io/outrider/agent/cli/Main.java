package io.outrider.agent.cli;

import io.outrider.agent.cli.output.Terminal;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command line. */
public final class Main {

    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        PrintStream out = stream(FileDescriptor.out);
        Terminal terminal = Terminal.of(out, stream(FileDescriptor.err), isTerminal("1"), System.getenv());
        int code = OutriderCommand.execute(terminal, args);
        out.flush();
        // Threads that wait for a terminal or a signal must not keep a finished command alive.
        System.exit(code);
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(
                new BufferedOutputStream(new FileOutputStream(descriptor), 16 * 1024), false, StandardCharsets.UTF_8);
    }

    /** Asks the kernel: {@code System.console()} wants both input and output to be terminals. */
    private static boolean isTerminal(String fd) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd", fd)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
