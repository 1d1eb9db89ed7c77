package io.outrider.agent.cli.input;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.DiagnosticText;
import io.outrider.jobspec.hcl.Source;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The file, or for {@code -} the standard input, that a command is given as a text.
 *
 * @param argument as it stands on the command line
 */
public record TextInput(String argument) {

    /** Far above any job file; a device or a wrong file must not fill the memory. */
    private static final int MAX_BYTES = 16 << 20;

    /** Nobody reads more at once, and the first fault often made the others. */
    private static final int MOST_DIAGNOSTICS = 10;

    /** What messages call it. */
    public String name() {
        return isStandard() ? "the standard input" : "file " + argument;
    }

    /** All of it; throws {@link UserException} if it cannot be read or is larger than any text of its kind. */
    public byte[] bytes() {
        if (!isStandard() && Files.isDirectory(Path.of(argument))) {
            throw new UserException(name() + " is a directory: name the file in it");
        }
        // Buffered: FileInputStream.readNBytes asks for its place, which a pipe does not have.
        try (InputStream in = isStandard()
                ? new BufferedInputStream(new FileInputStream(FileDescriptor.in))
                : Files.newInputStream(Path.of(argument))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UserException(name() + " is larger than a job file can be (" + (MAX_BYTES >> 20) + " MiB)");
            }
            return bytes;
        } catch (IOException e) {
            throw new UserException(name() + " cannot be read: " + IoReasons.of(e));
        }
    }

    /** Its bytes as a text whose places are called after it. */
    public Source source(byte[] bytes) {
        return Source.of(isStandard() ? "stdin" : argument, bytes);
    }

    /** The first diagnostics of a text with their lines, for people. */
    public static String shown(List<Diagnostic> diagnostics) {
        return DiagnosticText.render(diagnostics, MOST_DIAGNOSTICS);
    }

    private boolean isStandard() {
        return argument.equals("-");
    }
}
