package io.outrider.drivers.scripted;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/** Writes text into a log FIFO. */
final class FifoText {

    private FifoText() {}

    /** Blocks while the pipe is full; cancel interrupts it. Opens read-write: no reader needs to be there. */
    static Mono<Void> write(Path fifo, String text) {
        return Mono.fromCallable(() -> {
            writeNow(fifo, text);
            return null;
        });
    }

    private static void writeNow(Path fifo, String text) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(fifo.toFile(), "rw");
                FileChannel channel = file.getChannel()) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }
}
