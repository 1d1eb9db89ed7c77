package io.outrider.drivers.posix;

import java.util.Locale;
import java.util.Optional;

/** Signals by name, with the numbers of x86_64 and aarch64. */
public enum Signal {
    SIGHUP(1),
    SIGINT(2),
    SIGQUIT(3),
    SIGILL(4),
    SIGTRAP(5),
    SIGABRT(6),
    SIGIOT(6),
    SIGBUS(7),
    SIGFPE(8),
    SIGKILL(9),
    SIGUSR1(10),
    SIGSEGV(11),
    SIGUSR2(12),
    SIGPIPE(13),
    SIGALRM(14),
    SIGTERM(15),
    SIGSTKFLT(16),
    SIGCHLD(17),
    SIGCONT(18),
    SIGSTOP(19),
    SIGTSTP(20),
    SIGTTIN(21),
    SIGTTOU(22),
    SIGURG(23),
    SIGXCPU(24),
    SIGXFSZ(25),
    SIGVTALRM(26),
    SIGPROF(27),
    SIGWINCH(28),
    SIGIO(29),
    SIGPOLL(29),
    SIGPWR(30),
    SIGSYS(31);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** By name, in any case, with or without {@code SIG}; empty where there is none. */
    public static Optional<Signal> named(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        String full = upper.startsWith("SIG") ? upper : "SIG" + upper;
        for (Signal signal : values()) {
            if (signal.name().equals(full)) {
                return Optional.of(signal);
            }
        }
        return Optional.empty();
    }

    /** The usual name of a number; empty for real-time signals and numbers that are none. */
    public static Optional<Signal> numbered(int number) {
        for (Signal signal : values()) {
            if (signal.number == number) {
                return Optional.of(signal);
            }
        }
        return Optional.empty();
    }
}
