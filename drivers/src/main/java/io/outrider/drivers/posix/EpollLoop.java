package io.outrider.drivers.posix;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One daemon thread that waits for any number of file descriptors, and runs tasks now or after a while. Everything that
 * it calls runs on this thread and must not block for long. A callback that throws goes to the error handler and the
 * loop lives on. Methods may be called from any thread.
 */
public final class EpollLoop implements AutoCloseable {

    public static final int IN = 1;
    public static final int OUT = 4;
    /** Reported without being asked for. */
    public static final int ERR = 8;
    /** Reported without being asked for. */
    public static final int HUP = 16;
    /** One event only for each change, instead of one for as long as the state lasts. */
    public static final int EDGE = 1 << 31;

    private static final int CLOEXEC = 02000000;
    private static final int NONBLOCK = 04000;
    private static final int ADD = 1;
    private static final int DELETE = 2;
    private static final int MODIFY = 3;
    private static final int MAX_EVENTS = 64;
    private static final long WAKE_UP = 0;
    private static final int FOREVER = -1;
    private static final int CLOSED = -2;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};
    // struct epoll_event is packed on x86_64, and only there.
    private static final int EVENT_SIZE = Platform.isIntel() ? 12 : 16;
    private static final int DATA_AT = Platform.isIntel() ? 4 : 8;

    private final Fd epoll;
    private final Fd wakeUp;
    private final Thread thread;
    private final Consumer<Throwable> errors;
    // Guards all below, and the life of epoll and wakeUp.
    private final Object lock = new Object();
    private final Map<Long, Watch> watches = new HashMap<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private List<Runnable> tasks = new ArrayList<>();
    private long lastId = WAKE_UP;
    private boolean closed;
    private boolean released;

    private EpollLoop(String threadName, Consumer<Throwable> errors) {
        this.epoll = new Fd(Fd.checked(LibC.epoll_create1(CLOEXEC), "epoll_create1", ""), "epoll");
        this.wakeUp = new Fd(Fd.checked(LibC.eventfd(0, CLOEXEC | NONBLOCK), "eventfd", ""), "eventfd");
        this.errors = errors;
        this.thread = new Thread(this::run, threadName);
        this.thread.setDaemon(true);
    }

    /** Starts a loop. {@code errors} gets what callbacks and tasks throw, on the loop's thread. */
    public static EpollLoop start(String threadName, Consumer<Throwable> errors) {
        EpollLoop loop = new EpollLoop(threadName, errors);
        loop.control(ADD, loop.wakeUp, IN, WAKE_UP);
        loop.thread.start();
        return loop;
    }

    /** What is called when a descriptor is ready. */
    @FunctionalInterface
    public interface Callback {
        /** {@code events}: those of IN, OUT, ERR, HUP that hold. */
        void ready(int events);
    }

    /** Something that can be called off. */
    public interface Registration {
        /**
         * Ends it; idempotent. On the loop's thread nothing is called afterwards; on any other a call that has begun
         * may still be running. The descriptor stays open: cancel first, then close it.
         */
        void cancel();
    }

    /** Watches {@code fd}, level-triggered unless {@link #EDGE} is among the events. One watch per descriptor. */
    public Registration register(Fd fd, int events, Callback callback) {
        synchronized (lock) {
            requireOpen();
            Watch watch = new Watch(++lastId, fd, callback);
            control(ADD, fd, events, watch.id);
            watches.put(watch.id, watch);
            return watch;
        }
    }

    /** Changes what a watch waits for; with 0 it is at rest, but ERR and HUP still come. */
    public void modify(Registration registration, int events) {
        if (!(registration instanceof Watch watch)) {
            throw new IllegalArgumentException("not a watch of a descriptor: " + registration);
        }
        synchronized (lock) {
            if (watches.containsKey(watch.id)) {
                control(MODIFY, watch.fd, events, watch.id);
            }
        }
    }

    /** Runs {@code task} on the loop's thread, in order of the calls; whether it will: not once the loop is closed. */
    public boolean execute(Runnable task) {
        synchronized (lock) {
            if (closed) {
                return false;
            }
            tasks.add(task);
            wake();
            return true;
        }
    }

    /** Runs {@code task} on the loop's thread once {@code delay} has passed. */
    public Registration after(Duration delay, Runnable task) {
        synchronized (lock) {
            requireOpen();
            Timer timer = new Timer(System.nanoTime() + delay.toNanos(), task);
            timers.add(timer);
            wake();
            return timer;
        }
    }

    /** Whether the caller is on the loop's thread. */
    public boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    /** Ends the loop after the callback that runs now; descriptors that it watched stay open. Idempotent. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            wake();
        }
    }

    private void wake() {
        if (!inLoop() && !released) {
            wakeUp.write(ONE, ONE.length);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the loop " + thread.getName() + " is closed");
        }
    }

    private void run() {
        ByteBuffer events = buffer(MAX_EVENTS);
        try {
            for (int timeout = timeoutMillis(); timeout != CLOSED; timeout = timeoutMillis()) {
                int count = LibC.epoll_wait(epoll.number(), events, MAX_EVENTS, timeout);
                if (count < 0 && Native.getLastError() != Errno.EINTR.number()) {
                    throw new PosixException("epoll_wait", thread.getName(), Native.getLastError());
                }
                for (int i = 0; i < count; i++) {
                    dispatch(events.getInt(i * EVENT_SIZE), events.getLong(i * EVENT_SIZE + DATA_AT));
                }
                takeTasks().forEach(this::guarded);
                runTimers();
            }
        } finally {
            release();
        }
    }

    private void release() {
        synchronized (lock) {
            closed = true;
            released = true;
            epoll.close();
            wakeUp.close();
        }
    }

    private int timeoutMillis() {
        synchronized (lock) {
            if (closed) {
                return CLOSED;
            }
            if (!tasks.isEmpty()) {
                return 0;
            }
            Timer next = timers.peek();
            if (next == null) {
                return FOREVER;
            }
            long millis = (next.due - System.nanoTime() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
            return (int) Math.max(0, Math.min(millis, Integer.MAX_VALUE));
        }
    }

    private void dispatch(int events, long id) {
        if (id == WAKE_UP) {
            wakeUp.read(new byte[ONE.length]);
            return;
        }
        Watch watch;
        synchronized (lock) {
            watch = closed ? null : watches.get(id);
        }
        if (watch != null) {
            guarded(watch.callback, events);
        }
    }

    // An Error such as a full heap must not end the one thread that serves all tasks either.
    private void guarded(Callback callback, int events) {
        try {
            callback.ready(events);
        } catch (Throwable failure) {
            errors.accept(failure);
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            errors.accept(failure);
        }
    }

    // Only what is there now: tasks that add tasks must not keep descriptors waiting.
    private List<Runnable> takeTasks() {
        synchronized (lock) {
            if (tasks.isEmpty()) {
                return List.of();
            }
            List<Runnable> taken = tasks;
            tasks = new ArrayList<>();
            return taken;
        }
    }

    private void runTimers() {
        long now = System.nanoTime();
        for (Timer timer = nextTimer(now); timer != null; timer = nextTimer(now)) {
            guarded(timer.task);
        }
    }

    private @Nullable Timer nextTimer(long now) {
        synchronized (lock) {
            Timer next = timers.peek();
            return !closed && next != null && next.due - now <= 0 ? timers.poll() : null;
        }
    }

    private void control(int operation, Fd fd, int events, long id) {
        ByteBuffer event = buffer(1);
        event.putInt(0, events);
        event.putLong(DATA_AT, id);
        Fd.checked(LibC.epoll_ctl(epoll.number(), operation, fd.number(), event), "epoll_ctl", fd.toString());
    }

    private static ByteBuffer buffer(int events) {
        return ByteBuffer.allocateDirect(events * EVENT_SIZE).order(ByteOrder.nativeOrder());
    }

    private final class Watch implements Registration {
        private final long id;
        private final Fd fd;
        private final Callback callback;

        Watch(long id, Fd fd, Callback callback) {
            this.id = id;
            this.fd = fd;
            this.callback = callback;
        }

        @Override
        public void cancel() {
            synchronized (lock) {
                if (watches.remove(id) != null && !released) {
                    control(DELETE, fd, 0, id);
                }
            }
        }
    }

    private final class Timer implements Registration, Comparable<Timer> {
        private final long due;
        private final Runnable task;

        Timer(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        @Override
        public void cancel() {
            synchronized (lock) {
                timers.remove(this);
            }
        }

        @Override
        public int compareTo(Timer other) {
            return Long.compare(due - other.due, 0);
        }
    }
}
