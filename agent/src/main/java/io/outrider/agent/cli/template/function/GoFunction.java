package io.outrider.agent.cli.template.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function that templates can call. */
@FunctionalInterface
public interface GoFunction {

    /** The value for these arguments; an {@link IllegalArgumentException} says what is wrong with them. */
    @Nullable
    Object call(List<@Nullable Object> arguments);
}
