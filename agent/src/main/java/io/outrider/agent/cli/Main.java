package io.outrider.agent.cli;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.output.WatchedOutput;
import io.outrider.agent.cli.run.ExitCodes;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command line. */
public final class Main {

    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        WatchedOutput written = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        PrintStream out = stream(written);
        PrintStream err = stream(new FileOutputStream(FileDescriptor.err));
        Terminal terminal =
                Terminal.of(out, err, isTerminal("1"), System.getenv()).withErrors(isTerminal("2"));
        int code = OutriderCommand.execute(terminal, args);
        out.flush();
        if (code == ExitCodes.OK && written.failure().isPresent()) {
            code = unwritten(err, written.failure().get());
        }
        err.flush();
        // Threads that wait for a terminal or a signal must not keep a finished command alive.
        System.exit(code);
    }

    /** A reader that has gone away has seen what it wanted; anything else has lost output. */
    private static int unwritten(PrintStream err, IOException failure) {
        if (target("1").startsWith("pipe:") || target("1").startsWith("socket:")) {
            return ExitCodes.OUTPUT_CLOSED;
        }
        err.println("outrider: the output could not be written to " + target("1") + ": " + IoReasons.of(failure));
        return ExitCodes.FAILED;
    }

    private static PrintStream stream(OutputStream out) {
        return new PrintStream(new BufferedOutputStream(out, 16 * 1024), false, StandardCharsets.UTF_8);
    }

    /** Asks the kernel: {@code System.console()} wants both input and output to be terminals. */
    private static boolean isTerminal(String fd) {
        String target = target(fd);
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    private static String target(String fd) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", fd)).toString();
        } catch (IOException e) {
            return "standard output";
        }
    }
}
