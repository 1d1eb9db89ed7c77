package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.drain.DrainNotices;
import java.io.PrintStream;
import java.time.Clock;

/** The drain process's own log: a line with the time for each thing that people may want to know. */
final class DrainLog implements DrainNotices {

    private final PrintStream out;
    private final Clock clock;

    DrainLog(PrintStream out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    void say(String text) {
        out.println(clock.instant() + " " + text);
    }

    @Override
    public void stalled(String stream, String reason) {
        say("stalled: " + stream + ": " + reason);
    }

    @Override
    public void resumed(String stream) {
        say("resumed: " + stream);
    }

    @Override
    public void failed(Throwable error) {
        say("failed: " + error);
    }
}
