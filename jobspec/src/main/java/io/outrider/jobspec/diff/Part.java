package io.outrider.jobspec.diff;

/** A part of a block that is not a plain value. */
sealed interface Part {

    /** The field's name in the API. */
    String key();

    /** What people see as its name. */
    String name();

    /** One block. */
    record Block(String key, String name, Shape shape) implements Part {}

    /** Blocks without names: one that changed is one that went and one that came. */
    record Blocks(String key, String name, Shape shape) implements Part {}

    /** Blocks that are known by a field of theirs. */
    record NamedBlocks(String key, String name, Shape shape, String id) implements Part {}

    /** Blocks by their names. */
    record BlockMap(String key, String name, Shape shape) implements Part {}

    /** A set of texts. */
    record Texts(String key, String name) implements Part {}

    /** A tree of any form, told leaf by leaf. */
    record Tree(String key, String name) implements Part {}
}
