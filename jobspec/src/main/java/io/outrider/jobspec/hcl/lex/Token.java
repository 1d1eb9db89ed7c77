package io.outrider.jobspec.hcl.lex;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;

/** A piece of a source, by character offsets. */
public record Token(TokenType type, int start, int end) {
    public boolean is(TokenType wanted) {
        return type == wanted;
    }

    public Range range(Source source) {
        return new Range(source, start, end);
    }
}
