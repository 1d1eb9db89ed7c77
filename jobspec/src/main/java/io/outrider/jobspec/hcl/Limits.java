package io.outrider.jobspec.hcl;

/**
 * What a text may cost. Depth bounds nesting of syntax and of values; steps bound the nodes evaluated; size bounds the
 * characters and elements made (a text of 100 bytes can ask for 10^30 of them). All of them together fit the smallest
 * heap that the program is started with.
 */
public record Limits(int depth, long steps, long size) {
    /** Of a file: it is held several times while it is read and laid out. Large files belong into artifacts. */
    public static final int CHARACTERS = 6_000_000;

    /** Words and signs of a text, and values of one in JSON: each may cost hundreds of bytes, as a block or a task. */
    public static final int TOKENS = 150_000;

    /** Fits the stack of any thread, BlockHound and debuggers included. */
    public static final Limits SHALLOW = new Limits(160, 1_000_000, 66_000_000);

    /** For hostile and generated texts: needs the stack that {@link DeepStack} gives. */
    public static final Limits DEEP = new Limits(12_000, 1_000_000, 66_000_000);
}
