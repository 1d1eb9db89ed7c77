package io.outrider.agent.standalone.request;

import java.util.List;

/**
 * What is wrong with a job.
 *
 * @param errors one for the job and each group that has any; may be empty
 * @param error all of them in one text; may be empty
 * @param warnings may be empty
 */
public record Validated(List<String> errors, String error, String warnings) {
    public Validated {
        errors = List.copyOf(errors);
    }
}
