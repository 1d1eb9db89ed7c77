package io.outrider.agent.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.config.LogConfig;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * The agent's log. Set up in code, since reading XML costs a fifth of a start. Only commands do it: an embedding
 * program has a log of its own.
 */
public final class AgentLog implements AutoCloseable {

    private final Terminal terminal;

    private AgentLog(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Logs as {@code config} says from now on.
     *
     * @throws io.outrider.agent.cli.run.UserException if its file cannot be written
     */
    public static AgentLog open(Terminal terminal, LogConfig config) {
        AgentLog log = new AgentLog(terminal);
        log.apply(config);
        return log;
    }

    /** The same in another way from now on. */
    public void apply(LogConfig config) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        OutputStream file = config.file().map(RotatedFile::open).orElse(null);
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender(context, new KeptOpen(terminal.err()), config.json() ? Lines::json : Lines::brief));
        if (file != null) {
            root.addAppender(appender(context, file, config.json() ? Lines::json : Lines::text));
        }
        root.setLevel(Level.toLevel(config.level(), Level.INFO));
        // Netty's own affairs are nobody's, unless they are asked for.
        for (String noisy : List.of("io.netty", "reactor")) {
            context.getLogger(noisy).setLevel(Level.WARN);
        }
        config.levels().forEach((name, level) -> context.getLogger(name).setLevel(Level.toLevel(level)));
    }

    private static Appender<ILoggingEvent> appender(
            LoggerContext context, OutputStream out, Function<ILoggingEvent, String> line) {
        LineEncoder encoder = new LineEncoder(line);
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(out);
        appender.start();
        return appender;
    }

    @Override
    public void close() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
        }
    }
}
