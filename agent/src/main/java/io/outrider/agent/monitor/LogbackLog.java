package io.outrider.agent.monitor;

import ch.qos.logback.classic.LoggerContext;
import io.outrider.streams.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** Watches Logback before it decides by its levels, so that nobody else's log changes by being watched. */
final class LogbackLog implements AgentLog {

    /** Lines that wait for a slow reader. */
    static final int WAITING = 512;

    private static final int AHEAD = 16;

    @Override
    public Flux<LogLine> lines(Level least, Scheduler timer) {
        return Flux.defer(() -> {
            LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
            Topic<LogLine> topic = Topic.dropOldest(WAITING);
            Tap tap = new Tap(least, timer, topic::publish);
            Losses losses = new Losses(topic, timer);
            return topic.values()
                    .doOnSubscribe(link -> tap.attach(context))
                    .doFinally(end -> tap.detach(context))
                    // Whoever writes a line must neither wait for its readers nor hear of what they write.
                    .publishOn(timer, AHEAD)
                    .concatMapIterable(losses::before, AHEAD);
        });
    }

    /** Tells of lines that were lost before the one that comes. */
    private static final class Losses {
        private final Topic<LogLine> topic;
        private final Scheduler timer;
        private long told;

        Losses(Topic<LogLine> topic, Scheduler timer) {
            this.topic = topic;
            this.timer = timer;
        }

        List<LogLine> before(LogLine line) {
            List<LogLine> lines = new ArrayList<>();
            long lost = topic.dropped() - told;
            if (lost > 0) {
                told += lost;
                String text = "Monitor dropped " + lost + " logs during monitor request";
                lines.add(new LogLine(Tap.now(timer), Level.WARN, "agent", "monitor", text, Map.of()));
            }
            lines.add(line);
            return lines;
        }
    }
}
