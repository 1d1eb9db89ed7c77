package io.outrider.drivers.scripted;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads what lies in a FIFO without waiting. */
final class FifoProbe implements Closeable {

    private final RandomAccessFile keepsOpen;
    private final FileInputStream in;

    FifoProbe(Path fifo) throws IOException {
        this.keepsOpen = new RandomAccessFile(fifo.toFile(), "rw");
        this.in = new FileInputStream(fifo.toFile());
    }

    String available() throws IOException {
        byte[] bytes = new byte[in.available()];
        int got = bytes.length == 0 ? 0 : in.read(bytes);
        return new String(bytes, 0, got, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
        keepsOpen.close();
    }
}
