package io.outrider.agent.cli.job;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a job file to begin with. */
@Command(
        name = "init",
        description = {
            "Write a job file to begin with. It explains itself and runs here.",
            "",
            "A file that is there already is never touched.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "1:the file is there already, or cannot be written", "2:wrong usage"})
public final class JobInitCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(
            names = {"-short", "--short"},
            description = "As little as a job needs, without comments.")
    private boolean brief;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "Where to write it; - is the standard output. Default: ${DEFAULT-VALUE}.",
            defaultValue = "example.nomad.hcl")
    private Path file = Path.of("");

    public JobInitCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        byte[] example = example(brief ? "example-short.nomad.hcl" : "example.nomad.hcl");
        if (file.toString().equals("-")) {
            terminal.out().write(example, 0, example.length);
        } else {
            write(example);
            terminal.out().println("Job file written to " + file + "\nRun it here: outrider run " + file);
        }
        terminal.out().flush();
        return ExitCodes.OK;
    }

    private void write(byte[] text) {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            try {
                out.write(text);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (FileAlreadyExistsException e) {
            throw new UserException("file " + file + " is there already and stays as it is: name another one");
        } catch (IOException e) {
            throw new UserException("file " + file + " cannot be written: " + IoReasons.of(e));
        }
    }

    private static byte[] example(String name) {
        try (InputStream in = JobInitCommand.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("this build has no example", e);
        }
    }
}
