package io.outrider.jobspec.validate.fault;

import java.util.List;

/**
 * Something that makes a job impossible to run.
 *
 * @param path where in the job, outermost first: {@code Task group web}, {@code Task app}; empty for the job itself
 * @param text what is wrong, in the reference's words
 * @param place the same as blocks and arguments of a file: {@code group web task app driver}, {@code
 *     constraint[1]} for the second of several; as far as it is known
 */
public record JobFault(List<String> path, String text, List<String> place) {
    public JobFault {
        path = List.copyOf(path);
        place = List.copyOf(place);
    }

    /** One line with place and fault. */
    public String message() {
        return path.isEmpty() ? text : String.join(": ", path) + ": " + text;
    }
}
