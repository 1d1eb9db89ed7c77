package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Heading;
import io.outrider.jobspec.hcl.ast.Body.Label;
import java.util.List;

/** A block as written, or one that a {@code dynamic} block made, with what its expressions may refer to. */
public record BoundBlock(String type, List<Label> labels, Body body, Heading heading, Evaluator evaluator) {}
