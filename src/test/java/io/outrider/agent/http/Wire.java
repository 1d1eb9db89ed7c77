package io.outrider.agent.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One client connection, byte by byte. */
final class Wire implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket = new Socket();

    Wire(InetSocketAddress address) throws IOException {
        socket.connect(address, PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Says that nothing more will be sent. */
    Wire endOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Breaks the connection without a goodbye. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Everything until the other side closes. */
    String rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            all.write(next);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** Everything up to and with this text. */
    String until(String end) throws IOException {
        StringBuilder all = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (all.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended behind: " + all);
            }
            all.append((char) next);
        }
        return all.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
