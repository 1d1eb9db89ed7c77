package io.outrider.agent.cli.job;

import io.outrider.agent.KnownDrivers;
import io.outrider.agent.job.JobChecks;
import io.outrider.agent.job.JobProblem;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A job as its file says it, and what is to be said of it before anything is started: one line for each problem, with
 * its place in the file where it has one.
 *
 * @param job without defaults
 * @param places where its things stand
 */
public record ReadJob(Job job, JobPlaces places) {

    /** Everything that keeps it from being run here. */
    public List<String> problems() {
        List<String> all = new ArrayList<>(lines(JobChecks.faults(Canonical.of(job))));
        all.addAll(warnings());
        return all;
    }

    /** What is wrong with it wherever it is run. */
    List<String> faults() {
        return lines(JobChecks.faults(job));
    }

    /** What this machine cannot run of it. */
    List<String> warnings() {
        Job whole = Canonical.of(job);
        List<JobProblem> found =
                new ArrayList<>(JobChecks.missing(whole, KnownDrivers.configs().keySet()));
        found.addAll(JobChecks.configs(whole, KnownDrivers.configs()));
        return lines(found);
    }

    /** Lines as a list. */
    public static String list(List<String> lines) {
        return lines.stream().map(line -> "  * " + line).collect(Collectors.joining("\n"));
    }

    private List<String> lines(List<JobProblem> problems) {
        return problems.stream()
                .sorted(Comparator.comparingInt(
                        problem -> places.of(problem.path()).map(Range::start).orElse(0)))
                .map(this::line)
                .toList();
    }

    private String line(JobProblem problem) {
        return places.of(problem.path()).map(range -> range + ": ").orElse("") + problem.message();
    }
}
