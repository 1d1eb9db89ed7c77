package io.outrider.agent.cli.run;

import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/** What is no fault of a job file, and yet is done otherwise here than its author may think. */
public final class RunNotes {

    private RunNotes() {}

    /** Sentences without a dot. */
    public static List<String> of(Job job) {
        List<String> notes = new ArrayList<>();
        if (job.periodic() != null) {
            notes.add("the job is periodic: it is run once, now");
        }
        if (job.parameterizedJob() != null) {
            notes.add("the job is parameterized: it is run once, without payload and with its own meta");
        }
        if (!job.groups().isEmpty() && job.groups().stream().allMatch(RunNotes::isEmpty)) {
            notes.add("the job asks for nothing: every group has count = 0");
        }
        return notes;
    }

    private static boolean isEmpty(TaskGroup group) {
        return group.count() != null && group.count() == 0;
    }
}
