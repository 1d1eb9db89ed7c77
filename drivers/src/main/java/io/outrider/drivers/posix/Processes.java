package io.outrider.drivers.posix;

import com.sun.jna.Native;
import java.util.Optional;

/** Signals to processes, by pid or, safe against pids that were given away, by pidfd. */
public final class Processes {

    // The same numbers on x86_64 and aarch64; libc has no wrapper before glibc 2.36.
    private static final long PIDFD_SEND_SIGNAL = 424;
    private static final long PIDFD_OPEN = 434;

    private Processes() {}

    /**
     * Sends a signal to a process, or with a negative {@code pid} to a process group; 0 only asks whether it is there.
     * Whether it was: false where no such process exists. A zombie is there.
     */
    public static boolean signal(int pid, int signal) {
        return sent(LibC.kill(pid, signal), "process " + pid);
    }

    /**
     * A handle on the process that has this pid now; readable (EPOLLIN) when it has ended. Close it. Empty where the
     * kernel has no pidfds. Fails with ESRCH where there is no such process.
     */
    public static Optional<Fd> open(int pid) {
        long fd = LibC.syscall(PIDFD_OPEN, pid, 0, 0, 0);
        if (fd >= 0) {
            return Optional.of(new Fd((int) fd, "pidfd of " + pid));
        }
        int errno = Native.getLastError();
        if (errno == Errno.ENOSYS.number()) {
            return Optional.empty();
        }
        throw new PosixException("pidfd_open", "process " + pid, errno);
    }

    /** Sends a signal to the process behind a handle; whether it was still there. */
    public static boolean signal(Fd pidFd, int signal) {
        return sent(LibC.syscall(PIDFD_SEND_SIGNAL, pidFd.number(), signal, 0, 0), pidFd.toString());
    }

    private static boolean sent(long result, String what) {
        if (result >= 0) {
            return true;
        }
        int errno = Native.getLastError();
        if (errno == Errno.ESRCH.number()) {
            return false;
        }
        throw new PosixException("signal", what, errno);
    }
}
