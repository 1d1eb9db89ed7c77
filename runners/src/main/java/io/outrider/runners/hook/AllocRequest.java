package io.outrider.runners.hook;

import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.env.TaskEnv;
import io.outrider.state.model.alloc.Alloc;
import java.util.function.Supplier;

/**
 * What an alloc hook may know.
 *
 * @param alloc the version of the alloc that counts now
 * @param dir its directories
 * @param env builds the environment of the alloc (of no task); one build serves all hooks of a pass, none keeps it
 *     (rows R01, R02)
 */
public record AllocRequest(Alloc alloc, AllocDir dir, Supplier<TaskEnv> env) {}
