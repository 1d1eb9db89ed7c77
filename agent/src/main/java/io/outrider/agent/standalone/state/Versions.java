package io.outrider.agent.standalone.state;

import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How many versions of a job are told of. Older ones are kept only for as long as an alloc runs them. */
final class Versions {

    private static final int REMEMBERED = 6;

    private Versions() {}

    /** The newest of {@code all}, which come oldest first; newest first. */
    static List<Job> remembered(List<Job> all) {
        List<Job> newest = new ArrayList<>(all.subList(Math.max(0, all.size() - REMEMBERED), all.size()));
        Collections.reverse(newest);
        return newest;
    }

    /** The ones that only an alloc can keep. */
    static List<Job> older(List<Job> all) {
        return all.subList(0, Math.max(0, all.size() - REMEMBERED));
    }
}
