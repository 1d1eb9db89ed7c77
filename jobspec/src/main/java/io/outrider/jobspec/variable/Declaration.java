package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One declared variable.
 *
 * @param type what values must be: the constraint, else the type of the default, else anything
 * @param initial the default, or null if there is none
 * @param place of the default, or of the declaration
 * @param validations the {@code validation} blocks, already checked for their form
 */
record Declaration(String name, Type type, @Nullable Value initial, Range place, List<Validation> validations) {
    /** Whether a value given as text is that text, and not an expression. */
    boolean takesText() {
        return type == Type.STRING || type == Type.NUMBER || type == Type.ANY && initial == null;
    }
}
