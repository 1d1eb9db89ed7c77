package io.outrider.jobspec.validate.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Faults as the text that the reference's servers answer with: a list in a list for each place. */
public final class FaultText {

    private FaultText() {}

    /** All faults as one text; empty where there are none. */
    public static String of(List<JobFault> faults) {
        return faults.isEmpty() ? "" : list(entries(faults));
    }

    /** One text for each entry of the outermost list. */
    public static List<String> entries(List<JobFault> faults) {
        return entries(faults, 0);
    }

    private static List<String> entries(List<JobFault> faults, int depth) {
        List<String> entries = new ArrayList<>();
        Map<String, List<JobFault>> places = new LinkedHashMap<>();
        for (JobFault fault : faults) {
            if (fault.path().size() <= depth) {
                entries.add(fault.text());
            } else {
                places.computeIfAbsent(fault.path().get(depth), place -> new ArrayList<>())
                        .add(fault);
            }
        }
        places.forEach((place, below) -> entries.add(place + " validation failed: " + list(entries(below, depth + 1))));
        return entries;
    }

    private static String list(List<String> entries) {
        StringBuilder text = new StringBuilder();
        text.append(entries.size()).append(entries.size() == 1 ? " error occurred:" : " errors occurred:");
        text.append('\n');
        entries.forEach(entry -> text.append("\t* ").append(entry).append('\n'));
        return text.append('\n').toString();
    }
}
