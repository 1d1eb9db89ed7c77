package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.drain.DrainCore;
import io.outrider.drivers.logs.drain.DrainNotices;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The drain's side of the socket: any number of agents at a time, though there should be one. */
final class DrainServer implements DrainNotices, AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final ServerSocketChannel listener;
    private final String version;
    private final DrainNotices log;
    private final Set<DrainConnection> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch quit = new CountDownLatch(1);

    private DrainServer(ServerSocketChannel listener, String version, DrainNotices log) {
        this.listener = listener;
        this.version = version;
        this.log = log;
    }

    static DrainServer listen(Path socket, String version, DrainNotices log) throws IOException {
        return new DrainServer(Wire.listen(socket), version, log);
    }

    /**
     * Serves until an agent says so, or nobody has been connected or attached for {@code idle}, or {@code home} says
     * that it is over when no agent is there.
     */
    void serve(DrainCore core, Duration idle, DrainHome home) throws InterruptedException {
        DrainConnection.daemon("agent-drain-accept-1", () -> accept(core)).start();
        long rounds = Math.max(1, idle.toMillis() / LOOK_EVERY.toMillis());
        long idleRounds = 0;
        while (idleRounds < rounds && !quit.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
            if (connections.isEmpty() && home.isLeft()) {
                return;
            }
            boolean used = !connections.isEmpty() || !core.list().isEmpty();
            idleRounds = used ? 0 : idleRounds + 1;
        }
    }

    String version() {
        return version;
    }

    void quit() {
        quit.countDown();
    }

    void forget(DrainConnection connection) {
        connections.remove(connection);
    }

    @Override
    public void stalled(String stream, String reason) {
        log.stalled(stream, reason);
        connections.forEach(connection -> connection.answer(Frame.ofTexts(Frame.STALLED, 0, stream, reason)));
    }

    @Override
    public void resumed(String stream) {
        log.resumed(stream);
        connections.forEach(connection -> connection.answer(Frame.ofTexts(Frame.RESUMED, 0, stream)));
    }

    @Override
    public void failed(Throwable error) {
        log.failed(error);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept(DrainCore core) {
        try {
            while (true) {
                DrainConnection connection = new DrainConnection(new Wire(listener.accept()), core, this);
                connections.add(connection);
                connection.start();
            }
        } catch (IOException e) {
            if (listener.isOpen()) {
                log.failed(e);
            }
            quit();
        }
    }
}
