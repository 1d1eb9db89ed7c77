package io.outrider.jobspec.validate.fault;

import java.util.ArrayList;
import java.util.List;

/** A place in a job at which faults are reported; of one check. */
public final class Site {
    private final List<JobFault> faults;
    private final List<String> path;
    private final List<String> place;

    private Site(List<JobFault> faults, List<String> path, List<String> place) {
        this.faults = faults;
        this.path = path;
        this.place = place;
    }

    /** One of several blocks of a type, counted from 0 as the API lists them. */
    public static String nth(String block, int index) {
        return index == 0 ? block : block + "[" + index + "]";
    }

    /** The job itself; faults go to the list. */
    public static Site of(List<JobFault> faults) {
        return new Site(faults, List.of(), List.of());
    }

    /**
     * Something within this place.
     *
     * @param heading its name in messages
     * @param blocks its blocks in a file, from here
     */
    public Site in(String heading, String... blocks) {
        return new Site(faults, longer(path, heading), longer(place, blocks));
    }

    /** The same place in messages, but one block deeper in the file. */
    public Site at(String... blocks) {
        return new Site(faults, path, longer(place, blocks));
    }

    /** The job itself in messages, this place in the file. */
    public Site ofJob() {
        return new Site(faults, List.of(), place);
    }

    /** How many faults all of the job has so far. */
    public int count() {
        return faults.size();
    }

    /** Reports a fault here. */
    public void fault(String text) {
        faults.add(new JobFault(path, text, place));
    }

    /** Reports a fault of one argument of the block here. */
    public void fault(String argument, String text) {
        faults.add(new JobFault(path, text, longer(place, argument)));
    }

    /** Reports a fault if there is one. */
    public void check(boolean wrong, String argument, String text) {
        if (wrong) {
            fault(argument, text);
        }
    }

    private static List<String> longer(List<String> list, String... more) {
        List<String> all = new ArrayList<>(list);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
