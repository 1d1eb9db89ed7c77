package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.drain.DrainCore;
import io.outrider.drivers.logs.drain.DrainException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One agent at the drain. A thread reads requests, another writes answers: these come from the drain's loops, which
 * must not wait for an agent that does not read. The queue is bounded; whoever lets it fill up is cut off and may come
 * again.
 */
final class DrainConnection {

    private static final int MAX_ANSWERS = 10_000;

    private final Wire wire;
    private final DrainCore core;
    private final DrainServer server;
    private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>(MAX_ANSWERS);

    DrainConnection(Wire wire, DrainCore core, DrainServer server) {
        this.wire = wire;
        this.core = core;
        this.server = server;
    }

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        Thread writer = daemon("agent-drain-answers-1", this::write);
        writer.start();
        daemon("agent-drain-requests-1", () -> read(writer)).start();
    }

    void answer(Frame frame) {
        if (!answers.offer(frame)) {
            wire.close();
        }
    }

    private void read(Thread writer) {
        try {
            while (true) {
                handle(wire.receive());
            }
        } catch (IOException e) {
            // The agent has gone; its tasks stay.
            server.forget(this);
            wire.close();
            writer.interrupt();
        }
    }

    private void write() {
        try {
            while (true) {
                Frame frame = answers.take();
                wire.send(frame);
                if (frame.kind() == Frame.QUIT) {
                    server.quit();
                }
            }
        } catch (IOException | InterruptedException e) {
            // The reading side sees the same and cleans up.
            wire.close();
        }
    }

    private void handle(Frame request) throws IOException {
        switch (request.kind()) {
            case Frame.HELLO -> answer(Frame.ofTexts(Frame.OK, request.id(), server.version()));
            case Frame.QUIT -> answer(Frame.of(Frame.QUIT, request.id()));
            case Frame.LIST -> answer(Frame.ofList(request.id(), core.list()));
            default -> answerLater(request);
        }
    }

    private void answerLater(Frame request) throws IOException {
        work(request).whenComplete((nothing, error) -> {
            if (error == null) {
                answer(Frame.of(Frame.OK, request.id()));
            } else {
                Throwable cause =
                        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
                answer(Frame.ofTexts(Frame.FAILED, request.id(), String.valueOf(cause.getMessage())));
            }
        });
    }

    private CompletableFuture<Void> work(Frame request) throws IOException {
        LogSource source = request.source();
        return switch (request.kind()) {
            case Frame.ATTACH -> core.attach(source);
            case Frame.MARK -> core.mark(source, request.nonce());
            case Frame.SETTLE -> core.settle(source);
            case Frame.DETACH -> core.detach(source);
            default ->
                CompletableFuture.failedFuture(
                        new DrainException("this log drain does not know request " + request.kind()));
        };
    }
}
