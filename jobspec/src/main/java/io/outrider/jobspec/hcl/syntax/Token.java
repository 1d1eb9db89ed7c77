package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;

/** A piece of a source, by character offsets. */
record Token(TokenType type, int start, int end) {
    boolean is(TokenType wanted) {
        return type == wanted;
    }

    Range range(Source source) {
        return new Range(source, start, end);
    }
}
