package io.outrider.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A FIFO that tasks write lines to; each line is given with the time at which it came. */
final class StampFifo implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final RandomAccessFile file;
    private final Path path;
    private final BlockingQueue<Stamp> stamps = new LinkedBlockingQueue<>();

    private StampFifo(Path path) throws IOException {
        this.path = path;
        // Read-write: opening does not wait for a writer, and there is never an end of file.
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    static StampFifo make(Path path) throws IOException {
        Shell.run("mkfifo " + path);
        StampFifo made = new StampFifo(path);
        Thread reader = new Thread(made::read, "bench-fifo");
        reader.setDaemon(true);
        reader.start();
        return made;
    }

    private void read() {
        try {
            BufferedReader lines = new BufferedReader(
                    new InputStreamReader(Channels.newInputStream(file.getChannel()), StandardCharsets.US_ASCII), 64);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                stamps.add(new Stamp(System.nanoTime(), line));
            }
        } catch (IOException e) {
            // Closed: the measurement is over.
        }
    }

    Path path() {
        return path;
    }

    Stamp next() {
        try {
            Stamp stamp = stamps.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (stamp == null) {
                throw new AssertionError("nobody wrote to " + path + " within " + PATIENCE_SECONDS + " s");
            }
            return stamp;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        // Wakes the reader: closing a channel that is being read would wait for it.
        file.write('\n');
        file.close();
    }

    /** A line and when it came. */
    record Stamp(long nanos, String line) {}
}
