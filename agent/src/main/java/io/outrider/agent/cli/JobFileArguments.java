package io.outrider.agent.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of every command that reads a job file. */
final class JobFileArguments {

    @Parameters(paramLabel = "FILE", description = "Job file (HCL2 or JSON); - reads the standard input.")
    private String file = "";

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

    String file() {
        return file;
    }

    List<String> variables() {
        return variables;
    }

    List<Path> variableFiles() {
        return variableFiles;
    }
}
