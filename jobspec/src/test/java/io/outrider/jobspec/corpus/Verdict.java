package io.outrider.jobspec.corpus;

import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobFault;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The reference's judgement on a job, and ours. */
final class Verdict {
    private static final String COUNT = " errors? occurred:";

    private Verdict() {}

    static String difference(JsonNode recorded, Job job) {
        Set<String> wanted = new TreeSet<>();
        recorded.path("ValidationErrors").forEach(e -> wanted.addAll(leaves(e.asString())));
        Set<String> ours = new TreeSet<>();
        JobCheck.check(job).stream().map(JobFault::message).forEach(ours::add);
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(ours);
        Set<String> extra = new TreeSet<>(ours);
        extra.removeAll(wanted);
        return missing.isEmpty() && extra.isEmpty() ? "" : "missing " + missing + ", too much " + extra;
    }

    /** Go's nested lists of errors, flattened: the headings of each leaf before it. */
    static List<String> leaves(String text) {
        List<String> leaves = new ArrayList<>();
        flatten("", text.strip(), leaves);
        return leaves;
    }

    private static void flatten(String path, String text, List<String> leaves) {
        leaves.add(path + text);
    }
}
