package io.outrider.agent.cli.job;

import io.outrider.agent.KnownDrivers;
import io.outrider.agent.cli.run.RunNotes;
import io.outrider.agent.job.JobChecks;
import io.outrider.agent.job.JobProblem;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostic.Severity;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A job file that was read.
 *
 * @param job without defaults; empty if the text is no job
 * @param diagnostics all that there is to say of it: errors first, then in the order of the file
 * @param verdict why it is refused, in a few words; empty if it is not
 */
public record ReadJob(Optional<Job> job, List<Diagnostic> diagnostics, String verdict) {

    public ReadJob {
        diagnostics = List.copyOf(diagnostics);
    }

    static ReadJob of(ParseResult result, Checks checks) {
        if (!(result instanceof ParseResult.Parsed parsed)) {
            return new ReadJob(Optional.empty(), ordered(result.diagnostics()), "the job file is wrong");
        }
        List<Diagnostic> all = new ArrayList<>(parsed.diagnostics());
        if (checks != Checks.TEXT) {
            all.addAll(diagnostics(parsed, checks));
        }
        return new ReadJob(Optional.of(parsed.job()), ordered(all), verdict(all, checks));
    }

    private static String verdict(List<Diagnostic> diagnostics, Checks checks) {
        if (diagnostics.stream().anyMatch(Diagnostic::isError)) {
            return checks == Checks.HERE ? "this job cannot be run here" : "the job is not valid";
        }
        return checks == Checks.STRICT && !diagnostics.isEmpty()
                ? "the job has warnings, and -strict lets none pass"
                : "";
    }

    /** A file that gives no text. */
    static ReadJob unreadable(String reason) {
        return new ReadJob(
                Optional.empty(), List.of(Diagnostic.error("Unreadable file", reason, null)), "the job file is wrong");
    }

    /** Whether it can be used. */
    public boolean isGood() {
        return verdict.isEmpty();
    }

    /** What will be done otherwise here than its author may think. */
    List<String> notes() {
        return job.map(RunNotes::of).orElse(List.of());
    }

    long errors() {
        return diagnostics.stream().filter(Diagnostic::isError).count();
    }

    long warnings() {
        return diagnostics.size() - errors();
    }

    private static List<Diagnostic> diagnostics(ParseResult.Parsed parsed, Checks checks) {
        Job whole = Canonical.of(parsed.job());
        JobPlaces places = parsed.places();
        List<Diagnostic> found = new ArrayList<>(diagnostics(JobChecks.faults(whole), Severity.ERROR, places));
        Severity machine = checks == Checks.HERE ? Severity.ERROR : Severity.WARNING;
        found.addAll(diagnostics(JobChecks.missing(whole, KnownDrivers.configs().keySet()), machine, places));
        found.addAll(diagnostics(JobChecks.configs(whole, KnownDrivers.configs()), machine, places));
        found.sort(Comparator.comparingInt(ReadJob::start));
        return found;
    }

    private static List<Diagnostic> diagnostics(List<JobProblem> problems, Severity severity, JobPlaces places) {
        return problems.stream()
                .map(problem -> new Diagnostic(
                        severity,
                        problem.summary(),
                        problem.text(),
                        places.of(problem.path()).orElse(null),
                        problem.hint().isEmpty() ? null : problem.hint()))
                .toList();
    }

    private static int start(Diagnostic diagnostic) {
        Range range = diagnostic.range();
        return range == null ? 0 : range.start();
    }

    private static List<Diagnostic> ordered(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .sorted(Comparator.comparing(Diagnostic::severity))
                .toList();
    }
}
