package io.outrider.drivers.posix;

/** A call that the kernel refused. The message names call, thing and reason; {@link #errno} is what code looks at. */
public final class PosixException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    PosixException(String call, String what, int errno) {
        super(call + " " + what + ": " + new Errno(errno));
        this.errno = errno;
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
