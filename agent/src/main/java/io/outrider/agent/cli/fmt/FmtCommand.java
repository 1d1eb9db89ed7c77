package io.outrider.agent.cli.fmt;

import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.format.HclFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lays out HCL files. */
@Command(
        name = "fmt",
        description = {
            "Bring job files and other HCL files into canonical layout.",
            "",
            "Files are rewritten where they stand, and the names of those that changed are printed. Comments and "
                    + "meaning stay. Of a directory the files named *.hcl, *.nomad and *.nomadvars are taken."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files are in canonical layout now (-check: were already)",
            "1:a file cannot be read or is no HCL; with -check: or is laid out otherwise",
            "2:wrong usage"
        })
public final class FmtCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(
            names = {"-check", "--check"},
            description = "Change no file; print the names of those that would be, and exit with 1.")
    private boolean check;

    @Option(
            names = {"-diff", "--diff"},
            description = "Change no file; print what would be changed.")
    private boolean diff;

    @Option(
            names = {"-recursive", "--recursive"},
            description = "Take the files of subdirectories too.")
    private boolean recursive;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files or directories; - formats the standard input to the standard output.")
    private List<Path> files = new ArrayList<>();

    public FmtCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        boolean good = true;
        for (Path file : files) {
            good &= file.toString().equals("-") ? standardInput() : all(file);
        }
        return good ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /** A wrong file is told; the others are formatted all the same. */
    private boolean all(Path file) {
        boolean good = true;
        for (Path path : files(file)) {
            try {
                good &= one(path);
            } catch (UserException e) {
                tell(String.valueOf(e.getMessage()));
                good = false;
            }
        }
        return good;
    }

    private Iterable<Path> files(Path file) {
        try {
            return FormattedFiles.below(file, recursive);
        } catch (UserException e) {
            tell(String.valueOf(e.getMessage()));
            return List.of(file);
        }
    }

    private boolean one(Path file) {
        byte[] bytes = FormattedFiles.read(file);
        String formatted = formatted(Source.of(file.toString(), bytes));
        if (Arrays.equals(bytes, formatted.getBytes(StandardCharsets.UTF_8))) {
            return true;
        }
        show(file.toString(), new String(bytes, StandardCharsets.UTF_8), formatted);
        if (!check && !diff) {
            FormattedFiles.replace(file, formatted.getBytes(StandardCharsets.UTF_8));
        }
        return !check;
    }

    private boolean standardInput() {
        TextInput input = new TextInput("-");
        byte[] bytes = input.bytes();
        String formatted = formatted(input.source(bytes));
        String before = new String(bytes, StandardCharsets.UTF_8);
        if (!check && !diff) {
            terminal.out().print(formatted);
            terminal.out().flush();
        } else if (!before.equals(formatted)) {
            show("stdin", before, formatted);
        }
        return !check || before.equals(formatted);
    }

    private void show(String name, String before, String after) {
        if (diff) {
            new LineDiff(before, after).print(name, terminal);
        } else {
            terminal.out().println(name);
        }
        terminal.out().flush();
    }

    private String formatted(Source source) {
        Diagnostics diagnostics = new Diagnostics();
        Optional<String> text = HclFormat.format(source, diagnostics);
        return text.orElseThrow(() -> new UserException("file " + source.name() + " is no HCL and stays as it is\n\n"
                + terminal.diagnostics(TextInput.shown(diagnostics.list()))));
    }

    private void tell(String fault) {
        terminal.err().println("outrider: " + fault);
        terminal.err().flush();
    }
}
