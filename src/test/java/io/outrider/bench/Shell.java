package io.outrider.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Programs that a measurement needs. */
final class Shell {

    private static final long PATIENCE_SECONDS = 120;

    private Shell() {}

    /** Runs a script to its end, which must be good. */
    static void run(String script) {
        Process process = start(script);
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError("failed: " + script);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Process start(String script) {
        try {
            return new ProcessBuilder("sh", "-c", script).inheritIO().start();
        } catch (IOException e) {
            throw new AssertionError(script, e);
        }
    }
}
