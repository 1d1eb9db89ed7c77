package io.outrider.drivers.logs;

/** What a log reader gets, in order of offset. */
public sealed interface LogItem {

    /**
     * Bytes of the stream.
     *
     * @param offset of the first of them
     * @param bytes at most 64 KiB, the reader's own
     * @param segment number of the file that holds them all
     * @param base offset of that file's first byte
     */
    record Data(long offset, byte[] bytes, long segment, long base) implements LogItem {}

    /** Bytes {@code from} (inclusive) to {@code to} (exclusive) are not kept any more. */
    record Gap(long from, long to) implements LogItem {}

    /** The task was started again; what follows is of the new run. */
    record Restart(long offset) implements LogItem {}

    /**
     * No more will come.
     *
     * @param offset behind the last byte
     * @param detached whether the stream has ended for good
     */
    record End(long offset, boolean detached) implements LogItem {}
}
