package io.outrider.agent.standalone.request;

import io.outrider.state.model.cluster.Variable;
import java.util.Optional;

/**
 * What became of a write of a variable.
 *
 * @param done false: the variable is not as the writer expected it, and was left as it is
 * @param variable as it is now; empty: there is none
 * @param index of the change; of the state that was looked at when nothing was changed
 */
public record VariableAnswer(boolean done, Optional<Variable> variable, long index) {}
