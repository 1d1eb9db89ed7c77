package io.outrider.drivers.logs.service;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Sends frames to one connection from a thread of its own, in order: who hands one over never waits for the other side.
 * When too many wait, or one cannot be sent, the connection is closed.
 */
final class Outgoing implements AutoCloseable {

    /** A few for each task that a node can hold; a drain that reads keeps it empty. */
    private static final int WAITING = 65_536;

    private final Wire wire;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>(WAITING);
    private final Thread sender = DrainConnection.daemon("agent-drain-sender-1", this::run);

    Outgoing(Wire wire) {
        this.wire = wire;
    }

    Outgoing start() {
        sender.start();
        return this;
    }

    void send(Frame frame) {
        if (!frames.offer(frame)) {
            wire.close();
        }
    }

    /** Closes the connection too. What waits is not sent any more. */
    @Override
    public void close() {
        wire.close();
        sender.interrupt();
    }

    private void run() {
        try {
            while (true) {
                wire.send(frames.take());
            }
        } catch (IOException e) {
            wire.close();
        } catch (InterruptedException e) {
            // Closed.
        }
    }
}
