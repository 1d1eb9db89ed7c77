package io.outrider.agent.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import io.outrider.agent.cli.output.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/**
 * The log of a command: warnings, one line each, on stderr. Set up in code, since reading XML costs a fifth of a start,
 * and only by commands: an embedding program has a log of its own.
 */
final class Logging {

    private static final List<String> LEVELS = List.of("error", "warn", "info", "debug");

    private Logging() {}

    static void toStderr(Terminal terminal) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        Lines encoder = new Lines();
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(terminal.err());
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.toLevel(wanted(terminal), Level.WARN));
    }

    private static String wanted(Terminal terminal) {
        String wanted = terminal.env().getOrDefault("OUTRIDER_LOG", "");
        if (wanted.isEmpty() || LEVELS.contains(wanted.toLowerCase(Locale.ROOT))) {
            return wanted.isEmpty() ? "warn" : wanted;
        }
        terminal.err()
                .println("outrider: OUTRIDER_LOG cannot be \"" + wanted + "\" (expected: " + String.join(", ", LEVELS)
                        + "): it is taken as warn");
        terminal.err().flush();
        return "warn";
    }

    /** What a pattern would say too; but it takes the converters of all patterns to read one. */
    private static final class Lines extends EncoderBase<ILoggingEvent> {
        private static final byte[] NONE = {};

        @Override
        public byte[] headerBytes() {
            return NONE;
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            String line = "outrider: " + event.getLevel() + ": " + event.getFormattedMessage() + "\n";
            return line.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] footerBytes() {
            return NONE;
        }
    }
}
