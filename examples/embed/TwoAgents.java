import io.outrider.agent.EventFilter;
import io.outrider.agent.LogQuery;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Delivery;
import io.outrider.streams.Position;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two agents in one JVM. Each runs a job, its events and output are printed, and both are closed; nothing of them is
 * left but the files below the folder given as argument. With the jars of agent/target/app:
 * {@code java -cp agent/target/app/outrider-agent.jar examples/embed/TwoAgents.java DIR}.
 */
public final class TwoAgents {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private TwoAgents() {}

    public static void main(String[] args) throws Exception {
        // Agents log through slf4j. This program has nothing to log; one of yours chooses a binding instead.
        System.setProperty("slf4j.internal.verbosity", "WARN");
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        Path place = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("two-agents-");
        Mono.whenDelayError(one(place.resolve("red"), "red"), one(place.resolve("blue"), "blue"))
                .block(LIMIT);
        System.out.println("both closed; their files are in " + place);
    }

    /** Whatever goes wrong, the agent is closed, and then the error is told. */
    private static Mono<Void> one(Path dataDir, String name) {
        NodeAgent agent = NodeAgent.create(
                NodeAgentConfig.builder(dataDir).nodeName(name).build());
        return Mono.usingWhen(Mono.just(agent), made -> use(made, name), NodeAgent::close);
    }

    private static Mono<Void> use(NodeAgent agent, String name) {
        return agent.start()
                .then(agent.run(job(name)))
                .flatMap(running -> watch(agent, running))
                .doOnNext(end -> print(name, "ended: " + end.allocs().get(0).clientStatus()))
                // Without this the files of the job stay in the data directory.
                .flatMap(end -> agent.remove(end.key()));
    }

    private static Mono<JobStatus> watch(NodeAgent agent, RunningJob running) {
        String name = running.key().id();
        String alloc = running.allocs().get(0).id();
        Mono<JobStatus> ended = agent.ended(running.key());
        Flux<Delivery<Event>> events = agent.events(new Position.Oldest(), EventFilter.ofJob(running.key()))
                .doOnNext(delivery -> print(name, delivery))
                .takeUntilOther(ended);
        Flux<LogItem> output = agent.logs(new LogQuery(alloc, "say", Fd.STDOUT, 0, true))
                .doOnNext(item -> print(name, item));
        return Mono.when(events, output).then(ended);
    }

    private static void print(String name, Delivery<Event> delivery) {
        if (delivery instanceof Delivery.Item<Event> item) {
            print(name, "event: " + item.entry().value().type());
        }
    }

    private static void print(String name, LogItem item) {
        if (item instanceof LogItem.Data data) {
            print(name, "says: " + new String(data.bytes(), StandardCharsets.UTF_8).strip());
        }
    }

    private static void print(String name, String text) {
        System.out.println(name + " " + text);
    }

    private static Job job(String name) {
        return Json.read(
                """
                {
                  "ID": "%s", "Name": "%s", "Type": "batch",
                  "TaskGroups": [{
                    "Name": "g",
                    "Tasks": [{
                      "Name": "say",
                      "Driver": "raw_exec",
                      "Config": {"command": "/bin/sh", "args": ["-c", "echo I run on $NAME"]},
                      "Env": {"NAME": "${node.unique.name}"}
                    }]
                  }]
                }"""
                        .formatted(name, name),
                Job.class);
    }
}
