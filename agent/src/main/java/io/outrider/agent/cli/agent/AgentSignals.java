package io.outrider.agent.cli.agent;

import io.outrider.agent.cli.run.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The signals that an agent is told things with, from open to close, in the order they come. */
final class AgentSignals implements AutoCloseable {

    /** What it was told. */
    enum Told {
        INTERRUPT("INT"),
        TERMINATE("TERM"),
        RELOAD("HUP");

        private final String signal;

        Told(String signal) {
            this.signal = signal;
        }
    }

    /** Holds each kind once at most: two of a kind in a row say no more than one. */
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();

    private final List<Runnable> restore = new ArrayList<>();

    private AgentSignals() {
        Signals signals = new Signals();
        for (Told kind : Told.values()) {
            restore.add(signals.on(kind.signal, () -> add(kind)));
        }
    }

    static AgentSignals open() {
        return new AgentSignals();
    }

    private synchronized void add(Told kind) {
        if (!told.contains(kind)) {
            told.add(kind);
        }
    }

    /** Waits for the next. */
    Told next() {
        try {
            return told.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Told.TERMINATE;
        }
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
    }
}
