package io.outrider.agent.standalone.room;

import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What the scheduler leaves to chance.
 *
 * @param ids a new UUID each time
 * @param random for ports
 * @param portIsFree whether nobody on this machine listens on a port
 */
public record Chance(Supplier<String> ids, RandomGenerator random, IntPredicate portIsFree) {}
