package io.outrider.agent.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import tools.jackson.core.io.JsonStringEncoder;

/** How an event of the log is written. */
final class Lines {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);
    private static final DateTimeFormatter FINE_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", Locale.ROOT);

    private Lines() {}

    /** For people who just started it. */
    static String brief(ILoggingEvent event) {
        return "outrider: " + event.getLevel() + ": " + event.getFormattedMessage();
    }

    /** For a file: when, how bad, which part, what. */
    static String text(ILoggingEvent event) {
        return time(event, TIME) + " [" + event.getLevel() + "] " + part(event) + ": " + event.getFormattedMessage();
    }

    /** The names are the reference's. */
    static String json(ILoggingEvent event) {
        return "{\"@level\":\"" + event.getLevel().toString().toLowerCase(Locale.ROOT) + "\",\"@message\":\""
                + quoted(event.getFormattedMessage()) + "\",\"@module\":\"" + quoted(part(event))
                + "\",\"@timestamp\":\"" + time(event, FINE_TIME) + "\"}";
    }

    private static String time(ILoggingEvent event, DateTimeFormatter format) {
        Instant at = event.getInstant() == null ? Instant.ofEpochMilli(event.getTimeStamp()) : event.getInstant();
        return format.format(at.atZone(ZoneId.systemDefault()));
    }

    /** {@code agent.http.listen.Listener} for a logger below {@code io.outrider}. */
    private static String part(ILoggingEvent event) {
        String name = event.getLoggerName();
        return name.startsWith("io.outrider.") ? name.substring("io.outrider.".length()) : name;
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }
}
