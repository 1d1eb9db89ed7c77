package io.outrider.jobspec.hcl;

/**
 * What a text may cost. Depth bounds nesting of syntax and of values; steps bound the nodes evaluated; size bounds the
 * characters and elements made (a text of 100 bytes can ask for 10^30 of them).
 */
public record Limits(int depth, long steps, long size) {
    /** Fits the stack of any thread, BlockHound and debuggers included. */
    public static final Limits SHALLOW = new Limits(160, 1_000_000, 64_000_000);

    /** For hostile and generated texts: needs the stack that {@link DeepStack} gives. */
    public static final Limits DEEP = new Limits(12_000, 1_000_000, 64_000_000);
}
