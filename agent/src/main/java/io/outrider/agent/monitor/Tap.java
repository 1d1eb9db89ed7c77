package io.outrider.agent.monitor;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;
import reactor.core.scheduler.Scheduler;

/** Sees every call of a logger of ours, and lets the log decide as it would have. Stays when the log is set up anew. */
final class Tap extends TurboFilter implements LoggerContextListener {

    private static final String OURS = "io.outrider.";
    private static final Object[] NONE = {};
    /** A text, and behind a colon names that take one argument each. */
    private static final Pattern FIELDS = Pattern.compile("(.*?): ((?:[a-z_]+=\\{}(?: |$))+)");

    private final int least;
    private final Scheduler timer;
    private final Consumer<LogLine> taken;

    Tap(org.slf4j.event.Level least, Scheduler timer, Consumer<LogLine> taken) {
        this.least = Level.convertAnSLF4JLevel(least).toInt();
        this.timer = timer;
        this.taken = taken;
    }

    void attach(LoggerContext context) {
        context.addListener(this);
        context.addTurboFilter(this);
    }

    void detach(LoggerContext context) {
        context.removeListener(this);
        context.getTurboFilterList().remove(this);
    }

    @Override
    public boolean isResetResistant() {
        return true;
    }

    @Override
    public void onReset(LoggerContext context) {
        context.addTurboFilter(this);
    }

    @Override
    public void onStart(LoggerContext context) {}

    @Override
    public void onStop(LoggerContext context) {}

    @Override
    public void onLevelChange(Logger logger, Level level) {}

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable error) {
        if (level.toInt() < least || !logger.getName().startsWith(OURS)) {
            return FilterReply.NEUTRAL;
        }
        if (format == null) {
            // Only asks whether such a line is wanted. It is, but here: the call itself is left to the log.
            return FilterReply.ACCEPT;
        }
        Object[] given = arguments == null ? NONE : arguments;
        taken.accept(line(logger.getName(), level, new Text(format, given, error)));
        return FilterReply.NEUTRAL;
    }

    /** What a call says. */
    private record Text(
            String format, Object[] arguments, @Nullable Throwable error) {}

    private LogLine line(String logger, Level level, Text text) {
        Matcher split = FIELDS.matcher(text.format());
        boolean named = split.matches() && text.arguments().length > 0;
        Map<String, Object> fields = named ? fields(split.group(2), text.arguments()) : new LinkedHashMap<>();
        if (text.error() != null) {
            fields.put("error", text.error().toString());
        }
        return new LogLine(
                now(timer),
                org.slf4j.event.Level.valueOf(level.toString()),
                module(logger),
                logger.substring(logger.lastIndexOf('.') + 1),
                named ? split.group(1) : MessageFormatter.basicArrayFormat(text.format(), text.arguments()),
                fields);
    }

    private static Map<String, Object> fields(String names, Object[] values) {
        Map<String, Object> fields = new LinkedHashMap<>();
        String[] all = names.replace("={}", "").split(" ");
        for (int i = 0; i < all.length && i < values.length; i++) {
            fields.put(all[i], Objects.requireNonNullElse(values[i], ""));
        }
        return fields;
    }

    static Instant now(Scheduler timer) {
        return Instant.ofEpochMilli(timer.now(TimeUnit.MILLISECONDS));
    }

    /** The first part of the name that tells parts of the agent apart. */
    private static String module(String logger) {
        String rest = logger.substring(OURS.length());
        String inner = rest.startsWith("agent.") ? rest.substring("agent.".length()) : rest;
        int dot = inner.indexOf('.');
        return dot < 0 ? "agent" : inner.substring(0, dot);
    }
}
