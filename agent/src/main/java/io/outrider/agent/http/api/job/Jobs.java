package io.outrider.agent.http.api.job;

import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/** Jobs in requests. */
final class Jobs {

    private Jobs() {}

    /** The job of a request. */
    static Job required(Body body) {
        try {
            return body.field("Job")
                    .map(job -> Json.read(job, Job.class))
                    .orElseThrow(() -> new HttpError(400, "Job must be specified"));
        } catch (JacksonException e) {
            throw new HttpError(400, e.getOriginalMessage());
        }
    }

    /** Warnings as one text; empty where there are none. */
    static String warnings(List<JobFault> warnings) {
        String head = warnings.size() == 1 ? "1 warning:\n" : warnings.size() + " warnings:\n";
        return warnings.isEmpty()
                ? ""
                : warnings.stream()
                        .map(warning -> "\n* " + warning.message())
                        .collect(Collectors.joining("", head, ""));
    }
}
