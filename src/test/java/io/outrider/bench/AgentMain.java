package io.outrider.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import io.outrider.agent.EventFilter;
import io.outrider.agent.LogMode;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.TaskUsage;
import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Delivery;
import io.outrider.streams.Position;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The agent under measure, a process of its own: {@code AgentMain DATA_DIR}. Takes commands line by line on standard
 * input ({@code run FILE}, {@code usage}, {@code stop JOB}, {@code quit}) and answers on standard output; every answer
 * begins with a word and the value of {@link System#nanoTime}, one clock for all processes of a machine.
 */
final class AgentMain {

    private static final Duration SAMPLING = Duration.ofSeconds(1);
    private static final Duration ASK_EVERY = Duration.ofMillis(5);
    private static final long ASKED_AGAIN = 4_000;

    private final NodeAgent agent;
    private final PrintStream out;
    private final Disposable.Composite watches = Disposables.composite();

    private AgentMain(NodeAgent agent, PrintStream out) {
        this.agent = agent;
        this.out = out;
    }

    /** Runs until {@code quit} or the end of the input. */
    public static void main(String[] args) throws IOException {
        logWarningsToStderr();
        NodeAgentConfig config = NodeAgentConfig.builder(Path.of(args[0]))
                .logMode(LogMode.OWN_PROCESS)
                .build();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        AgentMain main = new AgentMain(NodeAgent.create(config), out);
        main.start();
        main.obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        main.agent.close().block();
        System.exit(0);
    }

    /** As the command line does: what Logback would set up by itself says everything, and to standard output. */
    static void logWarningsToStderr() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("agent: %level: %msg%n%nopex");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(new FileOutputStream(FileDescriptor.err));
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.WARN);
    }

    private void start() {
        long before = System.nanoTime();
        agent.start().block();
        say("started", System.nanoTime(), System.nanoTime() - before);
        EventFilter tasks =
                new EventFilter(Set.of(Event.Topic.TASK), Optional.empty(), Optional.empty(), Optional.empty());
        watch(agent.events(new Position.Now(), tasks).doOnNext(this::tell));
    }

    private void obey(BufferedReader in) throws IOException {
        String line = in.readLine();
        while (line != null && !line.equals("quit")) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "run" -> run(Path.of(words[1]));
                case "usage" -> usage();
                case "end" -> end();
                default -> throw new IllegalArgumentException(line);
            }
            line = in.readLine();
        }
    }

    private void run(Path file) throws IOException {
        Job job = job(file);
        long before = System.nanoTime();
        RunningJob running = agent.run(job).blockOptional().orElseThrow();
        say("placed", before, running.key().id());
        watch(agent.status(running.key())
                .filter(AgentMain::isRunning)
                .take(1)
                .doOnNext(status ->
                        say("running", System.nanoTime(), running.key().id())));
    }

    private static Job job(Path file) throws IOException {
        ParseResult result = new JobParser(FileAccess.none())
                .parse(Source.of(file.toString(), Files.readAllBytes(file)), Variables.none());
        if (result instanceof ParseResult.Parsed parsed) {
            return parsed.job();
        }
        throw new IllegalArgumentException(file + ": " + result.diagnostics());
    }

    private static boolean isRunning(JobStatus status) {
        return status.allocs().stream().allMatch(alloc -> "running".equals(alloc.clientStatus()));
    }

    /** A sample of every task of every alloc; one that has none yet is asked again. */
    private void usage() {
        List<Alloc> allocs =
                agent.jobs().stream().flatMap(job -> job.allocs().stream()).toList();
        List<TaskUsage> samples = Flux.fromIterable(allocs)
                .flatMap(this::sample, allocs.size() + 1)
                .collectList()
                .blockOptional()
                .orElseThrow();
        say("usage", System.nanoTime(), samples.size());
    }

    private Mono<TaskUsage> sample(Alloc alloc) {
        return agent.usage(alloc.id(), "t", SAMPLING)
                .filter(sample -> sample.rssBytes().isPresent())
                .next()
                .switchIfEmpty(Mono.error(() -> new IllegalStateException(alloc.id() + " does not run yet")))
                .retryWhen(Retry.fixedDelay(ASKED_AGAIN, ASK_EVERY));
    }

    private void end() {
        agent.stopJobs().block();
        // Unmounts what tasks had.
        Flux.fromIterable(agent.jobs())
                .concatMap(job -> agent.remove(job.key()))
                .blockLast();
        say("ended", System.nanoTime(), agent.jobs().size());
    }

    private void tell(Delivery<Event> delivery) {
        long now = System.nanoTime();
        Instant time = Instant.now();
        if (delivery instanceof Delivery.Item<Event> item) {
            Event event = item.entry().value();
            long nanosAfter = Duration.between(event.time(), time).toNanos();
            say("event", now, event.type().replace(' ', '_'), event.subject().alloc(), nanosAfter);
        }
    }

    private void watch(Flux<?> stream) {
        watches.add(stream.subscribe(value -> {}, error -> say("failed", System.nanoTime(), error)));
    }

    /** One line, whole: several threads speak. */
    private synchronized void say(String word, long nanos, Object... more) {
        out.println(Stream.concat(Stream.of(word, nanos), Arrays.stream(more))
                .map(String::valueOf)
                .collect(Collectors.joining(" ")));
    }
}
