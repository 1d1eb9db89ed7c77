package io.outrider.agent.cli.output;

/**
 * A task of the run.
 *
 * @param allocId its alloc
 * @param group its group
 * @param index of the alloc within the group, from 0
 * @param task its name
 * @param label what people call it in this run: short, and different for every task
 * @param number from 0, for colours
 */
public record TaskRef(String allocId, String group, int index, String task, String label, int number) {}
