package io.outrider.agent.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** One line an event. A pattern would do too, but takes the converters of all patterns to read. */
final class LineEncoder extends EncoderBase<ILoggingEvent> {

    private static final byte[] NONE = {};

    private final Function<ILoggingEvent, String> line;

    LineEncoder(Function<ILoggingEvent, String> line) {
        this.line = line;
    }

    @Override
    public byte[] headerBytes() {
        return NONE;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return (line.apply(event) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NONE;
    }
}
