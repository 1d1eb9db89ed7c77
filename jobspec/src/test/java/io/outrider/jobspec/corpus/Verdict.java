package io.outrider.jobspec.corpus;

import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The reference's judgement on a job, and ours. */
final class Verdict {
    private static final Pattern LIST = Pattern.compile("(.*?)(\\d+) errors? occurred:");

    /** What an agent says because of how it runs, whatever the job is. */
    private static final Pattern OF_THE_AGENT =
            Pattern.compile("Vault not enabled but used in the job|.* is in nonexistent (namespace|node pool) .*"
                    + "|Multiregion jobs are unlicensed\\.");

    private final String text;
    private final List<String> leaves = new ArrayList<>();
    private int at;

    private Verdict(String text) {
        this.text = text;
    }

    static String difference(JsonNode recorded, Job job) {
        Set<String> wanted = new TreeSet<>();
        recorded.path("ValidationErrors").forEach(e -> wanted.addAll(leaves(e.asString())));
        wanted.removeIf(leaf -> OF_THE_AGENT.matcher(leaf).matches());
        Set<String> ours = new TreeSet<>();
        JobCheck.check(job).stream().map(JobFault::message).forEach(ours::add);
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(ours);
        Set<String> extra = new TreeSet<>(ours);
        extra.removeAll(wanted);
        return missing.isEmpty() && extra.isEmpty()
                ? warnings(recorded, job)
                : "missing " + missing + ", too much " + extra;
    }

    private static String warnings(JsonNode recorded, Job job) {
        Set<String> wanted = new TreeSet<>();
        for (String warning : recorded.path("Warnings").asString("").split("\n\\* ")) {
            if (!warning.endsWith(":\n") && !warning.startsWith("Memory oversubscription") && !warning.isEmpty()) {
                wanted.addAll(leaves(warning));
            }
        }
        Set<String> ours = new TreeSet<>();
        JobWarnings.of(job).stream().map(JobFault::message).forEach(ours::add);
        return wanted.equals(ours) ? "" : "warnings " + wanted + " != " + ours;
    }

    /** Go's nested lists of errors, flattened: the headings of each leaf before it. */
    static List<String> leaves(String text) {
        Verdict reader = new Verdict(text);
        reader.item("");
        return reader.leaves;
    }

    /** A line with what follows it: a leaf, or the head of a list. */
    private void item(String path) {
        int end = text.indexOf('\n', at);
        String line = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 1;
        Matcher list = LIST.matcher(line);
        if (!list.matches()) {
            leaves.add(path + line);
            return;
        }
        String head = list.group(1).replaceFirst("( failed)?( validation)?( failed| invalid)?: ?$", "");
        String deeper = head.isEmpty() ? path : path + head + ": ";
        for (int i = 0; i < Integer.parseInt(list.group(2)); i++) {
            while (text.startsWith("\n", at)) {
                at++;
            }
            at += text.startsWith("\t* ", at) ? 3 : 0;
            item(deeper);
        }
    }
}
