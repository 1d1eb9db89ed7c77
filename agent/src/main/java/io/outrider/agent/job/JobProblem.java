package io.outrider.agent.job;

import java.util.List;

/**
 * Something that keeps a job from being run, or will make a task of it fail.
 *
 * @param path where in the job file, as {@code JobPlaces} takes it: {@code group g task t driver}; empty for the whole
 * @param summary what kind of problem it is, in a few words
 * @param text what is wrong and with which group or task; one line
 * @param hint what was probably meant, as a sentence; may be empty
 */
public record JobProblem(List<String> path, String summary, String text, String hint) {

    public JobProblem {
        path = List.copyOf(path);
    }

    /** Text and hint. */
    public String message() {
        return hint.isEmpty() ? text : text + ". " + hint;
    }
}
