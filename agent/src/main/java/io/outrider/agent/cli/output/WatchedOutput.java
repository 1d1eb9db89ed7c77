package io.outrider.agent.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers what kept bytes from being written: a {@link java.io.PrintStream} on top of it tells nobody. */
public final class WatchedOutput extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    public WatchedOutput(OutputStream out) {
        super(out);
    }

    /** The first failure. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }
}
