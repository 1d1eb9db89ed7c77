package io.outrider.drivers.posix;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open file descriptor, always close-on-exec. Closing is idempotent and never closes a number that was given to
 * somebody else meanwhile; but a call that runs on another thread while it is closed may hit such a number, so one
 * thread owns an {@code Fd}. Calls interrupted by a signal are repeated. All failures are {@link PosixException}.
 */
public final class Fd implements AutoCloseable {

    public static final int READ = 0;
    public static final int WRITE = 1;
    public static final int READ_WRITE = 2;
    public static final int CREATE = 0100;
    public static final int EXCLUSIVE = 0200;
    public static final int TRUNCATE = 01000;
    public static final int APPEND = 02000;
    public static final int NONBLOCK = 04000;
    /** Refuses a symbolic link as the last part of the path, with ELOOP. */
    public static final int NO_FOLLOW = Platform.isARM() ? 0100000 : 0400000;
    /** Refuses, with ENOTDIR, what is no directory. */
    public static final int DIRECTORY = Platform.isARM() ? 040000 : 0200000;
    /** Names a thing without opening it, whatever it is: for {@link #facts} and {@link #reopen} only. */
    public static final int NAME_ONLY = 010000000;
    /** What {@link #read}, {@link #splice} and {@link #tee} return when there is nothing now. */
    public static final int WOULD_BLOCK = -1;

    static final int CLOEXEC = 02000000;
    private static final int LONGEST_PATH = 4096;
    private static final int SEEK_SET = 0;
    private static final int SEEK_END = 2;
    private static final int SET_PIPE_SIZE = 1031;
    private static final int GET_PIPE_SIZE = 1032;
    private static final long FIONREAD = 0x541B;
    private static final int SPLICE_NONBLOCK = 2;
    private static final int LOCK_EXCLUSIVE_NOW = 2 | 4;

    private final int number;
    private final String name;
    private final AtomicBoolean open = new AtomicBoolean(true);

    Fd(int number, String name) {
        this.number = number;
        this.name = name;
    }

    /** Opens {@code path} with {@code flags} of this class; {@code mode} counts only where a file is created. */
    public static Fd open(Path path, int flags, int mode) {
        String name = path.toString();
        int fd;
        do {
            fd = LibC.open(name, flags | CLOEXEC, mode);
        } while (fd < 0 && interrupted());
        return new Fd(checked(fd, "open", name), name);
    }

    /** The same for files that exist. */
    public static Fd open(Path path, int flags) {
        return open(path, flags, 0);
    }

    /**
     * Opens a FIFO read-write and non-blocking: it never sees end-of-file or a hang-up, and never blocks the open.
     * Refuses, with EBADF, what is not a FIFO, and symbolic links.
     */
    public static Fd openFifo(Path path) {
        Fd fd = open(path, READ_WRITE | NONBLOCK | NO_FOLLOW);
        if (LibC.fcntl(fd.number, GET_PIPE_SIZE, 0) < 0) {
            int errno = Native.getLastError();
            fd.close();
            throw new PosixException("use as a FIFO", path.toString(), errno);
        }
        return fd;
    }

    /** Opens what this stands for once more, with other flags: this very thing, whatever its name leads to by now. */
    public Fd reopen(int flags) {
        return open(path(), flags);
    }

    /** A name for what this stands for, which holds in this process while it is open. */
    public Path path() {
        return Path.of("/proc/self/fd/" + number);
    }

    /** Makes a FIFO; {@code mode} is subject to the umask. Whether it was made: false where something is there. */
    public static boolean makeFifo(Path path, int mode) {
        if (LibC.mkfifo(path.toString(), mode) == 0) {
            return true;
        }
        int errno = Native.getLastError();
        if (errno == Errno.EEXIST.number()) {
            return false;
        }
        throw new PosixException("mkfifo", path.toString(), errno);
    }

    /** A pipe, both ends non-blocking: first the end to read from. */
    public static Fd[] pipe() {
        int[] fds = new int[2];
        checked(LibC.pipe2(fds, CLOEXEC | NONBLOCK), "pipe2", "");
        return new Fd[] {new Fd(fds[0], "pipe"), new Fd(fds[1], "pipe")};
    }

    public int number() {
        return number;
    }

    /** Reads up to {@code buffer.length} bytes: how many, 0 at the end, {@link #WOULD_BLOCK} if none now. */
    public int read(byte[] buffer) {
        long got;
        do {
            got = LibC.read(number, buffer, buffer.length);
        } while (got < 0 && interrupted());
        return (int) orWouldBlock(got, "read");
    }

    /** Reads at an offset, without moving the position: how many bytes, 0 at the end. */
    public int readAt(byte[] buffer, int length, long offset) {
        long got;
        do {
            got = LibC.pread(number, buffer, length, offset);
        } while (got < 0 && interrupted());
        return (int) checked(got, "read", name);
    }

    /** Writes the first {@code length} bytes: how many were taken, or {@link #WOULD_BLOCK}. */
    public int write(byte[] buffer, int length) {
        long put;
        do {
            put = LibC.write(number, buffer, length);
        } while (put < 0 && interrupted());
        return (int) orWouldBlock(put, "write");
    }

    /** Writes at an offset, without moving the position: how many bytes were taken. */
    public int writeAt(byte[] buffer, int length, long offset) {
        long put;
        do {
            put = LibC.pwrite(number, buffer, length, offset);
        } while (put < 0 && interrupted());
        return (int) checked(put, "write", name);
    }

    /** Moves up to {@code count} bytes out of this pipe to where {@code to} stands: how many, or WOULD_BLOCK. */
    public long splice(Fd to, long count) {
        long moved;
        do {
            moved = LibC.splice(number, 0, to.number, 0, count, SPLICE_NONBLOCK);
        } while (moved < 0 && interrupted());
        return moved < 0 ? failedTransfer("splice into", to) : moved;
    }

    /** Copies up to {@code count} bytes of this pipe into another and leaves them here: how many, or WOULD_BLOCK. */
    public long tee(Fd to, long count) {
        long copied;
        do {
            copied = LibC.tee(number, to.number, count, SPLICE_NONBLOCK);
        } while (copied < 0 && interrupted());
        return copied < 0 ? failedTransfer("tee into", to) : copied;
    }

    /** Bytes that wait in this pipe. */
    public int available() {
        int[] value = new int[1];
        checked(LibC.ioctl(number, FIONREAD, value), "count bytes in", name);
        return value[0];
    }

    /** Asks for a pipe of this size; whether the kernel gave it (unprivileged users have a quota). */
    public boolean resizePipe(int bytes) {
        return LibC.fcntl(number, SET_PIPE_SIZE, bytes) >= 0;
    }

    /** Size of this file; moves the position to its end. */
    public long seekEnd() {
        return checked(LibC.lseek(number, 0, SEEK_END), "seek in", name);
    }

    /** Moves the position. */
    public void seek(long offset) {
        checked(LibC.lseek(number, offset, SEEK_SET), "seek in", name);
    }

    /** Cuts or extends this file. */
    public void truncate(long length) {
        checked(LibC.ftruncate(number, length), "truncate", name);
    }

    /** Sets permission bits, whatever the umask is. */
    public void mode(int mode) {
        checked(LibC.fchmod(number, mode), "chmod", name);
    }

    /** Gives this file to somebody. */
    public void owner(int uid, int gid) {
        checked(LibC.fchown(number, uid, gid), "chown", name);
    }

    /** What it is and whose. */
    public FileFacts facts() {
        return FileFacts.of(this);
    }

    /** Where this symbolic link, opened by {@link #NAME_ONLY}, points to. */
    public String linkTarget() {
        byte[] target = new byte[LONGEST_PATH];
        int length = (int) checked(LibC.readlinkat(number, "", target, target.length), "read the link", name);
        return new String(target, 0, length, StandardCharsets.UTF_8);
    }

    /** Takes the exclusive lock on this file, held until it is closed or the process ends; whether it was free. */
    public boolean tryLock() {
        if (LibC.flock(number, LOCK_EXCLUSIVE_NOW) == 0) {
            return true;
        }
        int errno = Native.getLastError();
        if (errno == Errno.EAGAIN.number()) {
            return false;
        }
        throw new PosixException("lock", name, errno);
    }

    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            // Linux frees the number even where close reports an error: never repeat it.
            LibC.close(number);
        }
    }

    @Override
    public String toString() {
        return name + " (fd " + number + ")";
    }

    static int checked(int result, String call, String what) {
        return (int) checked((long) result, call, what);
    }

    static long checked(long result, String call, String what) {
        if (result < 0) {
            throw new PosixException(call, what, Native.getLastError());
        }
        return result;
    }

    private long orWouldBlock(long result, String call) {
        if (result >= 0) {
            return result;
        }
        int errno = Native.getLastError();
        if (errno == Errno.EAGAIN.number()) {
            return WOULD_BLOCK;
        }
        throw new PosixException(call, name, errno);
    }

    private long failedTransfer(String call, Fd to) {
        return orWouldBlock(-1, call + " " + to.name + " from");
    }

    static boolean interrupted() {
        return Native.getLastError() == Errno.EINTR.number();
    }
}
