package io.outrider.agent.standalone.request;

/**
 * A child of a parameterized job.
 *
 * @param jobId the child's
 * @param evalId the evaluation that it made; empty when there is none
 * @param evalCreateIndex 0 when there is none
 * @param jobCreateIndex the child's
 * @param index of the change
 */
public record Dispatched(String jobId, String evalId, long evalCreateIndex, long jobCreateIndex, long index) {}
