package io.outrider.drivers.posix;

/**
 * An error number of the kernel.
 *
 * @param number as in {@code errno.h}; the same on x86_64 and aarch64
 */
public record Errno(int number) {

    public static final Errno EPERM = new Errno(1);
    public static final Errno ENOENT = new Errno(2);
    public static final Errno ESRCH = new Errno(3);
    public static final Errno EINTR = new Errno(4);
    public static final Errno EIO = new Errno(5);
    public static final Errno ENXIO = new Errno(6);
    public static final Errno EBADF = new Errno(9);
    public static final Errno EAGAIN = new Errno(11);
    public static final Errno EACCES = new Errno(13);
    public static final Errno EBUSY = new Errno(16);
    public static final Errno EEXIST = new Errno(17);
    public static final Errno EXDEV = new Errno(18);
    public static final Errno ENOTDIR = new Errno(20);
    public static final Errno EISDIR = new Errno(21);
    public static final Errno EINVAL = new Errno(22);
    public static final Errno EFBIG = new Errno(27);
    public static final Errno ENOSPC = new Errno(28);
    public static final Errno EPIPE = new Errno(32);
    public static final Errno ENOSYS = new Errno(38);
    public static final Errno ENOTEMPTY = new Errno(39);
    public static final Errno ELOOP = new Errno(40);
    public static final Errno EDQUOT = new Errno(122);

    /** The kernel's words, such as {@code No such file or directory}. */
    public String text() {
        return LibC.strerror(number);
    }

    @Override
    public String toString() {
        return text() + " (errno " + number + ")";
    }
}
