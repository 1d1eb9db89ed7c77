package io.outrider.agent.cli.job;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads job files, or says what is wrong with them. */
public final class JobFiles {

    /** Far above any job file; a device or a wrong file must not fill the memory. */
    private static final int MAX_BYTES = 16 << 20;

    private final Terminal terminal;
    private final Findings findings;

    public JobFiles(Terminal terminal, Findings findings) {
        this.terminal = terminal;
        this.findings = findings;
    }

    /** The job as the file says it, looked at as closely as asked for. What there is to say goes to the findings. */
    public ReadJob read(JobFileArguments arguments, Checks checks) {
        ReadJob read = checked(arguments, checks);
        findings.tell(read);
        return read;
    }

    private ReadJob checked(JobFileArguments arguments, Checks checks) {
        List<String> given = arguments.variables();
        try {
            Source source = source(arguments.file());
            List<Source> files = arguments.variableFiles().stream()
                    .map(file -> source(file.toString()))
                    .toList();
            JobParser parser = new JobParser(FileAccess.below(Path.of("").toAbsolutePath()));
            return ReadJob.of(
                    parser.read(source, new Variables(terminal.env(), files, given, arguments.strict())), checks);
        } catch (UserException e) {
            return findings.unreadable(e);
        }
    }

    private static Source source(String file) {
        byte[] bytes = bytes(file);
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == 0) {
                throw new UserException(name(file) + " is no text (byte " + at + " is 0): a job file is HCL or JSON");
            }
        }
        return Source.of(file.equals("-") ? "stdin" : file, bytes);
    }

    private static String name(String file) {
        return file.equals("-") ? "the standard input" : "file " + file;
    }

    private static byte[] bytes(String file) {
        boolean standard = file.equals("-");
        String what = name(file);
        if (!standard && Files.isDirectory(Path.of(file))) {
            throw new UserException(what + " is a directory: name the file in it");
        }
        // Buffered: FileInputStream.readNBytes asks for its place, which a pipe does not have.
        try (InputStream in = standard
                ? new BufferedInputStream(new FileInputStream(FileDescriptor.in))
                : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UserException(what + " is larger than a job file can be (" + (MAX_BYTES >> 20) + " MiB)");
            }
            return bytes;
        } catch (IOException e) {
            throw new UserException(what + " cannot be read: " + IoReasons.of(e));
        }
    }
}
