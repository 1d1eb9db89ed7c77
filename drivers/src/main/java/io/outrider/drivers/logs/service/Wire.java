package io.outrider.drivers.logs.service;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Frames over a Unix socket, each with its length before it. One thread receives; any may send. Plain channels, as the
 * JDK's stream adapters hold one lock for reading and writing.
 */
final class Wire implements AutoCloseable {

    private static final int HEAD = 13;
    private static final int MAX_FRAME = 16 << 20;

    private final SocketChannel channel;

    Wire(SocketChannel channel) {
        this.channel = channel;
    }

    static Wire connect(Path socket) throws IOException {
        return new Wire(SocketChannel.open(address(socket)));
    }

    static ServerSocketChannel listen(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address(socket));
    }

    void send(Frame frame) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(HEAD + frame.payload().length);
        out.putInt(frame.payload().length).put(frame.kind()).putLong(frame.id());
        out.put(frame.payload()).flip();
        synchronized (this) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
    }

    /** The next frame; {@link EOFException} when the other side is gone. */
    Frame receive() throws IOException {
        ByteBuffer head = fill(ByteBuffer.allocate(HEAD));
        int length = head.getInt();
        byte kind = head.get();
        long id = head.getLong();
        if (length < 0 || length > MAX_FRAME) {
            throw new IOException("a frame of " + length + " bytes: this is no log drain's socket");
        }
        return new Frame(kind, id, fill(ByteBuffer.allocate(length)).array());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // Nothing is buffered here, and the descriptor is gone in any case.
        }
    }

    private ByteBuffer fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the other side is gone");
            }
        }
        return buffer.flip();
    }

    private static UnixDomainSocketAddress address(Path socket) {
        return UnixDomainSocketAddress.of(socket);
    }
}
