package io.outrider.drivers.logs.drain;

import io.outrider.drivers.posix.Fd;

/** Looks into a pipe and leaves its bytes there. One per loop, for all its streams in turn. */
final class Peek implements AutoCloseable {

    /** The most that can be looked at. */
    static final int MAX_BYTES = 64 * 1024;

    private final Fd[] pipe = Fd.pipe();
    private final byte[] bytes = new byte[MAX_BYTES];

    /** Copies the first bytes of {@code from}: how many, 0 if none are there. */
    int copy(Fd from, long most) {
        long copied = from.tee(pipe[1], Math.min(most, MAX_BYTES));
        int got = 0;
        byte[] part = new byte[(int) Math.max(copied, 0)];
        while (got < copied) {
            int read = pipe[0].read(part);
            System.arraycopy(part, 0, bytes, got, read);
            got += read;
        }
        return got;
    }

    /** Bytes before and with the last line feed among the first {@code count}; 0 if there is none. */
    int lines(int count) {
        int end = count;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    @Override
    public void close() {
        pipe[0].close();
        pipe[1].close();
    }
}
