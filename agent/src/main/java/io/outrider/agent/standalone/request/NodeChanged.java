package io.outrider.agent.standalone.request;

/**
 * What became of a change of the node.
 *
 * @param evaluated evaluations that it made
 * @param nodeModifyIndex 0: the node was not changed
 */
public record NodeChanged(Evaluated evaluated, long nodeModifyIndex) {}
