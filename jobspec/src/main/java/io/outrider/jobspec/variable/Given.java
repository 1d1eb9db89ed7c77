package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.value.Value;

/** A value for a variable, and where it was written. */
record Given(Value value, Range place, Origin origin) {}
