package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostics;
import java.util.Map;

/**
 * What an evaluation shares from its start to its end.
 *
 * @param functions by name
 * @param unknown what becomes of a name that no scope knows
 */
public record Context(Map<String, Function> functions, UnknownNames unknown, Diagnostics diagnostics, Budget budget) {
    /** Ways to treat a name that no scope knows. */
    public enum UnknownNames {
        /** It stays in the text as {@code ${name}}, for whoever reads the text later. */
        KEEP,
        /** It is an error. */
        REFUSE
    }

    public io.outrider.jobspec.hcl.Limits limits() {
        return budget.limits();
    }

    Context collecting(Diagnostics other) {
        return new Context(functions, unknown, other, budget);
    }
}
