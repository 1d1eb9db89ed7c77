package io.outrider.jobspec;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.state.model.job.Job;
import java.util.List;

/** A job, or why there is none. */
public sealed interface ParseResult {
    /** What there is to tell: warnings of a parsed job, all diagnostics of a refused one. */
    List<Diagnostic> diagnostics();

    /**
     * The job as the file says it: defaults of the API are not filled in.
     *
     * @param diagnostics warnings
     * @param places where its things stand in the file
     */
    record Parsed(Job job, List<Diagnostic> diagnostics, JobPlaces places) implements ParseResult {}

    /** At least one error. */
    record Refused(List<Diagnostic> diagnostics) implements ParseResult {}
}
