package io.outrider.survival;

import io.outrider.agent.EventFilter;
import io.outrider.agent.LogMode;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Position;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * An agent to be killed: runs or resumes one job and prints every event behind a cursor, one line each; ends when the
 * job has ended. Says {@code quiet} after a while, so that it is known to live where nothing happens. Arguments: data
 * directory, job file (API JSON), cursor or {@code oldest}.
 */
final class AgentUnderFire {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration QUIET = Duration.ofSeconds(2);

    private AgentUnderFire() {}

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(Path.of(args[0]))
                .nodeName("fire")
                .logMode(LogMode.OWN_PROCESS)
                .build());
        agent.start().block(PATIENCE);
        Job job = Json.mapper().readValue(Path.of(args[1]).toFile(), Job.class);
        RunningJob running = agent.run(job).block(PATIENCE);
        Position from = args[2].equals("oldest") ? new Position.Oldest() : new Position.After(Cursor.parse(args[2]));
        AtomicLong seen = new AtomicLong();
        Disposable reading = agent.events(from, EventFilter.all()).subscribe(delivery -> print(out, delivery, seen));
        Disposable quiet = Mono.delay(QUIET).subscribe(tick -> out.println("quiet"));
        agent.ended(running.key()).block();
        quiet.dispose();
        long newest = agent.newest().seq();
        Awaitility.await("all events printed").atMost(PATIENCE).until(() -> seen.get() >= newest);
        reading.dispose();
        agent.close().block(PATIENCE);
        out.println("closed");
    }

    private static void print(PrintStream out, Delivery<Event> delivery, AtomicLong seen) {
        if (delivery instanceof Delivery.Item<Event> item) {
            out.println("event " + item.entry().cursor() + " "
                    + new String(item.entry().encoded(), StandardCharsets.UTF_8));
            seen.set(item.entry().cursor().seq());
        } else if (delivery instanceof Delivery.Gap<Event> gap) {
            out.println("gap " + gap);
        }
    }
}
