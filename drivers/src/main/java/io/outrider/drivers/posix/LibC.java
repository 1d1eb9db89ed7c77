package io.outrider.drivers.posix;

import com.sun.jna.Native;
import java.nio.ByteBuffer;

/**
 * The calls as libc has them, on Linux with 64-bit pointers. Variadic ones are declared with the arguments we pass:
 * both x86_64 and aarch64 hand integers over in the same registers. Failures: {@code Native.getLastError()}.
 */
final class LibC {

    static {
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    // CHECKSTYLE OFF: ParameterNumber because the kernel decides what its calls take

    static native int open(String path, int flags, int mode);

    static native int close(int fd);

    static native long read(int fd, byte[] buffer, long count);

    static native long write(int fd, byte[] buffer, long count);

    static native long pread(int fd, byte[] buffer, long count, long offset);

    static native long pwrite(int fd, byte[] buffer, long count, long offset);

    static native long lseek(int fd, long offset, int whence);

    static native int ftruncate(int fd, long length);

    static native int fchmod(int fd, int mode);

    static native int fchown(int fd, int uid, int gid);

    static native int openat(int folder, String name, int flags, int mode);

    static native int mkdirat(int folder, String name, int mode);

    static native int unlinkat(int folder, String name, int flags);

    static native int renameat(int oldFolder, String oldName, int newFolder, String newName);

    static native int statx(int folder, String name, int flags, int mask, byte[] facts);

    static native long readlinkat(int folder, String name, byte[] buffer, long count);

    static native int access(String path, int mode);

    static native int mkfifo(String path, int mode);

    static native int pipe2(int[] fds, int flags);

    static native long splice(int in, long inOffset, int out, long outOffset, long count, int flags);

    static native long tee(int in, int out, long count, int flags);

    static native int fcntl(int fd, int command, long argument);

    static native int ioctl(int fd, long request, int[] value);

    static native int flock(int fd, int operation);

    static native int kill(int pid, int signal);

    static native long syscall(long number, long first, long second, long third, long fourth);

    // CHECKSTYLE ON: ParameterNumber

    static native int epoll_create1(int flags);

    static native int epoll_ctl(int epoll, int operation, int fd, ByteBuffer event);

    static native int epoll_wait(int epoll, ByteBuffer events, int max, int timeoutMillis);

    static native int eventfd(int initial, int flags);

    static native String strerror(int errno);
}
