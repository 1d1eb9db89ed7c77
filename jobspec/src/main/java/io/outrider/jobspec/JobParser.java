package io.outrider.jobspec;

import io.outrider.jobspec.hcl.DeepStack;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.hcl.function.Functions;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.jobspec.schema.JobReader;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;

/**
 * Reads job files. Thread-safe; never throws for what a text holds. Does no I/O but what the file functions of the text
 * ask of the {@link FileAccess}. May wait for a thread of its own when a text nests very deep.
 */
public final class JobParser {
    private final FileAccess files;

    /** A parser whose file functions see {@code files}. */
    public JobParser(FileAccess files) {
        this.files = Objects.requireNonNull(files, "files");
    }

    /** Reads a job in HCL's native syntax. */
    public ParseResult parse(Source source, Variables variables) {
        try {
            return DeepStack.call(limits -> parse(source, variables, limits));
        } catch (LimitExceeded over) {
            return new ParseResult.Refused(List.of(over.diagnostic()));
        }
    }

    private ParseResult parse(Source source, Variables variables, Limits limits) {
        Diagnostics diagnostics = new Diagnostics();
        JobReader reader = new JobReader(Functions.of(files), limits, diagnostics);
        Optional<JobReader.Read> read = reader.read(source, variables);
        return read.isPresent() && !diagnostics.hasErrors()
                ? new ParseResult.Parsed(
                        read.get().job(), diagnostics.list(), read.get().places())
                : new ParseResult.Refused(diagnostics.list());
    }

    /** Reads a job in the API's JSON: the job itself, or an object with the field {@code Job}. */
    public ParseResult parseJson(Source source) {
        try {
            JsonNode tree = Json.mapper().readTree(source.text());
            JsonNode job = tree.has("Job") ? tree.get("Job") : tree;
            if (!job.isObject()) {
                return refused("A job must be a JSON object.", source, 0);
            }
            return new ParseResult.Parsed(Json.read(job, Job.class), List.of(), JobPlaces.none());
        } catch (JacksonException broken) {
            TokenStreamLocation place = broken.getLocation();
            long at = place == null ? 0 : place.getCharOffset();
            return refused(broken.getOriginalMessage(), source, (int)
                    Math.max(0, Math.min(at, source.text().length())));
        }
    }

    private static ParseResult refused(String detail, Source source, int at) {
        int end = Math.min(at + 1, source.text().length());
        return new ParseResult.Refused(List.of(
                Diagnostic.error("Invalid job JSON", detail, new io.outrider.jobspec.hcl.Range(source, at, end))));
    }
}
