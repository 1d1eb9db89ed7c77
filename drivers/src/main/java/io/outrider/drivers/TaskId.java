package io.outrider.drivers;

/**
 * Names one run of one task; a restart makes a new one.
 *
 * @param allocId the alloc
 * @param task the task's name
 * @param run eight hex digits, different for every run
 */
public record TaskId(String allocId, String task, String run) {

    @Override
    public String toString() {
        return allocId + "/" + task + "/" + run;
    }
}
