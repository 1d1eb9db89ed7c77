package io.outrider.jobspec.validate;

import java.util.List;

/**
 * Something that makes a job impossible to run.
 *
 * @param path where in the job, outermost first: {@code Task group web}, {@code Task app}; empty for the job itself
 * @param text what is wrong, in the reference's words
 */
public record JobFault(List<String> path, String text) {
    public JobFault {
        path = List.copyOf(path);
    }

    /** One line with place and fault. */
    public String message() {
        return path.isEmpty() ? text : String.join(": ", path) + ": " + text;
    }
}
