package io.outrider.agent.standalone.request;

/**
 * What became of a change to a job.
 *
 * @param evalId the evaluation that it made; empty when there is none
 * @param evalCreateIndex its index; 0 when there is none
 * @param jobModifyIndex the job's index of its last change of specification; 0 when there is no job
 * @param warnings what people should know; may be empty
 * @param index of the change; 0 when nothing was changed
 */
public record Registered(String evalId, long evalCreateIndex, long jobModifyIndex, String warnings, long index) {

    /** Nothing was there, and nothing was done. */
    public static final Registered NOTHING = new Registered("", 0, 0, "", 0);
}
