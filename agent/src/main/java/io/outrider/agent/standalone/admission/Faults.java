package io.outrider.agent.standalone.admission;

import io.outrider.jobspec.validate.fault.JobFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of faults and warnings as the reference writes them, each level of a job a list of its own. */
public final class Faults {

    private Faults() {}

    /** One text per fault of the job, and one per group that has any. */
    public static List<String> texts(List<JobFault> faults) {
        List<String> texts = new ArrayList<>();
        Map<String, List<JobFault>> within = new LinkedHashMap<>();
        for (JobFault fault : faults) {
            if (fault.path().isEmpty()) {
                texts.add(fault.text());
            } else {
                within.computeIfAbsent(fault.path().get(0), name -> new ArrayList<>())
                        .add(new JobFault(fault.path().subList(1, fault.path().size()), fault.text(), fault.place()));
            }
        }
        within.forEach((name, inner) -> texts.add(name + " validation failed: " + list(texts(inner))));
        return texts;
    }

    /** {@code 2 errors occurred:} and what they are. */
    public static String list(List<String> texts) {
        StringBuilder text = new StringBuilder()
                .append(texts.size())
                .append(texts.size() == 1 ? " error occurred:\n" : " errors occurred:\n");
        texts.forEach(each -> text.append("\t* ").append(each).append('\n'));
        return text.append('\n').toString();
    }

    /** {@code 2 warnings:} and what they are; empty for none. */
    public static String warnings(List<String> texts) {
        if (texts.isEmpty()) {
            return "";
        }
        StringBuilder text =
                new StringBuilder().append(texts.size()).append(texts.size() == 1 ? " warning:\n" : " warnings:\n");
        texts.forEach(each -> text.append("\n* ").append(each.strip()));
        return text.toString();
    }
}
