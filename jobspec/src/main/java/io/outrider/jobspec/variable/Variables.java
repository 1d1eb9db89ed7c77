package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Source;
import java.util.List;
import java.util.Map;

/**
 * Values for the variables of a job file. A later source beats an earlier one: defaults, environment, files as given,
 * arguments as given.
 *
 * @param environment all of it, or only names that begin with {@code NOMAD_VAR_}; undeclared ones are ignored
 * @param files variable files, HCL or JSON
 * @param arguments {@code name=value}; without {@code =} ignored
 * @param strict whether a value for an undeclared variable is an error (of files and arguments)
 */
public record Variables(Map<String, String> environment, List<Source> files, List<String> arguments, boolean strict) {
    public Variables {
        environment = Map.copyOf(environment);
        files = List.copyOf(files);
        arguments = List.copyOf(arguments);
    }

    /** No values. */
    public static Variables none() {
        return new Variables(Map.of(), List.of(), List.of(), true);
    }
}
