package io.outrider.drivers.logs.drain;

import io.outrider.drivers.posix.EpollLoop;

/** A thread of the drain with what its streams share. */
record DrainLoop(EpollLoop epoll, Peek peek) {

    static DrainLoop start(String threadName, DrainNotices notices) {
        return new DrainLoop(EpollLoop.start(threadName, notices::failed), new Peek());
    }
}
