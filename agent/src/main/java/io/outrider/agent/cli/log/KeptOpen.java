package io.outrider.agent.cli.log;

import java.io.IOException;
import java.io.OutputStream;

/** A stream that outlives who writes to it: closing it flushes it. */
final class KeptOpen extends OutputStream {

    private final OutputStream out;

    KeptOpen(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.flush();
    }
}
