package io.outrider.agent.cli.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The arguments of every command that reads a job file. */
public final class JobFileArguments {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "Job file (HCL2 or JSON); - reads the standard input.")
    private Path file = Path.of("");

    @Option(
            names = {"-var", "--var"},
            paramLabel = "NAME=VALUE",
            description = "Set a variable of the file. May be repeated.")
    private List<String> variables = new ArrayList<>();

    @Option(
            names = {"-var-file", "--var-file"},
            paramLabel = "FILE",
            description = "Set variables from a file. May be repeated; later ones win, and -var wins over all.")
    private List<Path> variableFiles = new ArrayList<>();

    @Option(
            names = {"-hcl2-strict", "--hcl2-strict"},
            arity = "0..1",
            paramLabel = "BOOL",
            fallbackValue = "true",
            description = "Whether a value for a variable that the file does not have is an error. Default: true.")
    private boolean strict = true;

    String file() {
        return file.toString();
    }

    /** Fails as wrong usage when one of them is no assignment. */
    List<String> variables() {
        for (String variable : variables) {
            if (variable.indexOf('=') <= 0) {
                throw new ParameterException(mixee.commandLine(), "-var needs NAME=VALUE, not \"" + variable + "\"");
            }
        }
        return variables;
    }

    List<Path> variableFiles() {
        return variableFiles;
    }

    /** Whether values for unknown variables are errors. */
    boolean strict() {
        return strict;
    }
}
