package io.outrider.jobspec;

import io.outrider.jobspec.hcl.DeepStack;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.eval.Function;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.hcl.function.Functions;
import io.outrider.jobspec.hcl.json.HclJson;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.jobspec.schema.JobReader;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;

/**
 * Reads job files. Thread-safe; never throws for what a text holds. Does no I/O but what the file functions of the text
 * ask of the {@link FileAccess}. May wait for a thread of its own when a text nests very deep.
 */
public final class JobParser {
    /** Keys at the top of the API's JSON; those of HCL are small. */
    private static final Set<String> API_KEYS = Set.of("Job", "ID", "Name", "TaskGroups");

    private final Map<String, Function> functions;

    /** A parser whose file functions see {@code files}. */
    public JobParser(FileAccess files) {
        this.functions = Functions.of(Objects.requireNonNull(files, "files"));
    }

    /** Reads a job in whatever it is written: HCL, HCL's JSON syntax, or the API's JSON. */
    public ParseResult read(Source source, Variables variables) {
        try {
            LimitExceeded.checkLength(source);
        } catch (LimitExceeded over) {
            return new ParseResult.Refused(List.of(over.diagnostic()));
        }
        return HclJson.hasKey(source, API_KEYS) ? parseJson(source) : parse(source, variables);
    }

    /** Reads a job in HCL, native or JSON syntax. */
    public ParseResult parse(Source source, Variables variables) {
        try {
            LimitExceeded.checkLength(source);
            return DeepStack.call(limits -> parse(source, variables, limits));
        } catch (LimitExceeded over) {
            return new ParseResult.Refused(List.of(over.diagnostic()));
        }
    }

    private ParseResult parse(Source source, Variables variables, Limits limits) {
        Diagnostics diagnostics = new Diagnostics();
        JobReader reader = new JobReader(functions, limits, diagnostics);
        Optional<JobReader.Read> read = reader.read(source, variables);
        if (read.isEmpty() || diagnostics.hasErrors()) {
            return new ParseResult.Refused(errorsFirst(diagnostics));
        }
        return parsed(read.get().job(), diagnostics, read.get().places());
    }

    /** Warnings about a job that is refused can wait, but may have been found before its faults. */
    private static List<Diagnostic> errorsFirst(Diagnostics diagnostics) {
        return Stream.concat(
                        diagnostics.list().stream().filter(Diagnostic::isError),
                        diagnostics.list().stream().filter(d -> !d.isError()))
                .toList();
    }

    private static ParseResult parsed(Job job, Diagnostics diagnostics, JobPlaces places) {
        for (JobFault warning : JobWarnings.of(job)) {
            Range range = places.of(warning.place()).orElse(null);
            diagnostics.add(
                    Diagnostic.warning("Discouraged", range == null ? warning.message() : warning.text(), range));
        }
        return new ParseResult.Parsed(job, diagnostics.list(), places);
    }

    /** Reads a job in the API's JSON: the job itself, or an object with the field {@code Job}. */
    public ParseResult parseJson(Source source) {
        List<Object> root = List.of();
        try {
            JsonNode tree = Json.tree(source.text());
            root = tree.has("Job") ? List.of("Job") : List.of();
            JsonNode job = tree.has("Job") ? tree.get("Job") : tree;
            if (!job.isObject()) {
                return refused("A job must be a JSON object.", source, 0);
            }
            Optional<List<Object>> missing = NullElements.first(tree);
            if (missing.isPresent()) {
                return refused(NullElements.text(missing.get()) + " must not be null.", source, missing.get());
            }
            return parsed(Json.read(job, Job.class), new Diagnostics(), JobPlaces.none());
        } catch (JacksonException broken) {
            Optional<List<Object>> wrong = WrongTypes.path(broken);
            if (wrong.isPresent()) {
                List<Object> path =
                        Stream.concat(root.stream(), wrong.get().stream()).toList();
                return refused(WrongTypes.text(path, broken), source, path);
            }
            TokenStreamLocation place = broken.getLocation();
            long at = place == null ? 0 : place.getCharOffset();
            return refused(broken.getOriginalMessage(), source, (int)
                    Math.max(0, Math.min(at, source.text().length())));
        }
    }

    private static ParseResult refused(String detail, Source source, List<Object> path) {
        return refused(
                detail, source, HclJson.place(source, path).map(Range::start).orElse(0));
    }

    private static ParseResult refused(String detail, Source source, int at) {
        int end = Math.min(at + 1, source.text().length());
        return new ParseResult.Refused(
                List.of(Diagnostic.error("Invalid job JSON", detail, new Range(source, at, end))));
    }
}
