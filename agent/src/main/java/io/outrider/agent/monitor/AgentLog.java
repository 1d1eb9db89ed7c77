package io.outrider.agent.monitor;

import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** What the agent writes into its log. */
public interface AgentLog {

    /**
     * Lines of at least a level from the subscription on, also those that the log itself leaves out. One who is slow
     * loses the oldest of 512 waiting lines, and a line says how many.
     *
     * @param timer delivers them and tells the time
     */
    Flux<LogLine> lines(Level least, Scheduler timer);

    /** The log of this JVM; empty where another program chose one that cannot be watched. */
    static Optional<AgentLog> find() {
        // By name: Logback is the command line's, and other programs may not have it at all.
        return LoggerFactory.getILoggerFactory().getClass().getName().equals("ch.qos.logback.classic.LoggerContext")
                ? Optional.of(new LogbackLog())
                : Optional.empty();
    }
}
