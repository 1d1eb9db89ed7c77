package io.outrider.drivers.posix;

/** A call that the kernel refused. The message names call, thing and reason; {@link #errno} is what code looks at. */
public final class PosixException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    PosixException(String call, String what, int errno) {
        this(call, what, new Errno(errno));
    }

    /** {@code call} is a verb, {@code what} the thing it was done to. */
    public PosixException(String call, String what, Errno errno) {
        super(call + " " + what + ": " + errno);
        this.errno = errno.number();
    }

    /** Why. */
    public Errno errno() {
        return new Errno(errno);
    }

    /** Whether it is this reason. */
    public boolean is(Errno other) {
        return errno == other.number();
    }
}
