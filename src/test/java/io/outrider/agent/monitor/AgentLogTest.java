package io.outrider.agent.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Who watches the log misses nothing without being told. Other tests of this JVM may log at the same time. */
final class AgentLogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Logger LOG = LoggerFactory.getLogger(AgentLogTest.class);

    private final Scheduler timer = Schedulers.boundedElastic();
    private final AgentLog log = AgentLog.find().orElseThrow();

    private static boolean isOurs(LogLine line) {
        return line.place().equals("AgentLogTest");
    }

    @Test
    void watchersGetLinesThatTheLogLeavesOutAndOthersDoNot() {
        Logger quiet = LoggerFactory.getLogger("io.outrider.runners.Quiet");
        ((ch.qos.logback.classic.Logger) quiet).setLevel(ch.qos.logback.classic.Level.ERROR);
        List<LogLine> seen = new CopyOnWriteArrayList<>();
        Disposable watch = log.lines(Level.DEBUG, timer)
                .filter(line -> line.place().equals("Quiet"))
                .subscribe(seen::add);
        assertThat(quiet.isDebugEnabled()).as("asked while it is watched").isTrue();
        quiet.debug("request complete: method={} took={}", "GET", 5);
        quiet.trace("below what is watched");
        await().atMost(PATIENCE).until(() -> !seen.isEmpty());
        watch.dispose();
        await().atMost(PATIENCE).until(() -> !quiet.isDebugEnabled());
        quiet.debug("nobody watches");
        assertThat(seen).hasSize(1);
        LogLine line = seen.get(0);
        assertThat(line.message()).isEqualTo("request complete");
        assertThat(line.fields()).isEqualTo(Map.of("method", "GET", "took", 5));
        assertThat(line.module()).isEqualTo("runners");
    }

    @Test
    void watchersStayWhenTheLogIsSetUpAnew() {
        LoggerContext context = new LoggerContext();
        List<LogLine> seen = new CopyOnWriteArrayList<>();
        Tap tap = new Tap(Level.DEBUG, timer, seen::add);
        tap.attach(context);
        context.reset();
        context.getLogger("io.outrider.agent.Any").debug("set up anew");
        assertThat(seen).extracting(LogLine::message).containsExactly("set up anew");
        tap.detach(context);
        context.getLogger("io.outrider.agent.Any").debug("watched no more");
        assertThat(seen).hasSize(1);
    }

    @Test
    void slowReadersAreToldHowManyLinesTheyLost() {
        List<LogLine> seen = new CopyOnWriteArrayList<>();
        BaseSubscriber<LogLine> reader = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription link) {
                // Asks for nothing until everything was written.
            }

            @Override
            protected void hookOnNext(LogLine line) {
                seen.add(line);
            }
        };
        int written = 2_000;
        log.lines(Level.DEBUG, timer).subscribe(reader);
        for (int i = 0; i < written; i++) {
            LOG.debug("line {}", i);
        }
        reader.requestUnbounded();
        LOG.debug("the end");
        await().atMost(PATIENCE)
                .until(() -> seen.stream().anyMatch(line -> line.message().equals("the end")));
        reader.dispose();
        long lost = seen.stream().mapToLong(AgentLogTest::lost).sum();
        long got = seen.stream().filter(AgentLogTest::isOurs).count();
        assertThat(got).isLessThan(written);
        assertThat(got + lost).as("lines seen and lines told of").isGreaterThanOrEqualTo(written + 1L);
    }

    private static long lost(LogLine line) {
        return line.message().startsWith("Monitor dropped ")
                ? Long.parseLong(line.message().split(" ")[2])
                : 0;
    }
}
