package io.outrider.agent.cli;

import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(name = "version", description = "Print the version of Outrider and of the Java it runs on.")
final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        print(spec.commandLine().getOut());
    }

    static void print(PrintWriter out) {
        String version = Main.class.getPackage().getImplementationVersion();
        out.println("Outrider " + Objects.requireNonNullElse(version, "of an unpacked build"));
        out.println("Java " + Runtime.version() + ", " + System.getProperty("java.vendor"));
        out.flush();
    }
}
