package io.outrider.agent.standalone;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A control plane over a store, with a time of its own and nobody who runs what it wants. */
public final class TestPlane {

    static final Duration SOON = Duration.ofSeconds(60);
    private static final String NODE = """
            {"ID": "11111111-2222-3333-4444-555555555555", "Name": "n1", "Datacenter": "dc1", "NodePool": "default",
             "Status": "ready", "SchedulingEligibility": "eligible", "Drain": false,
             "Attributes": {"kernel.name": "linux", "os.signals": "SIGHUP,SIGUSR1"}, "Meta": {"rack": "r1"},
             "NodeResources": {"Cpu": {"CpuShares": 1000}, "Memory": {"MemoryMB": 1000}, "Disk": {"DiskMB": 10000}},
             "Drivers": {"raw_exec": {"Detected": true, "Healthy": true}}}
            """;

    private final StateStore store;
    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final TestClock clock = new TestClock();
    private ControlPlane plane;

    public TestPlane() {
        this(new MemoryStore(JournalLimits.DEFAULT));
    }

    TestPlane(StateStore store) {
        this.store = store;
        this.plane = open();
    }

    private ControlPlane open() {
        ControlPlane opened = ControlPlane.of(new PlaneParts(
                new PlaneParts.Kept(store, await(store.open())),
                Json.read(NODE, Node.class),
                new PlaneParts.Threads(Schedulers.immediate(), timer, clock),
                new Chance(() -> UUID.randomUUID().toString(), new Random(7), port -> true)));
        opened.start().block(SOON);
        return opened;
    }

    /** The agent is gone, and another one comes. */
    void restart() {
        plane.close().block(SOON);
        store.close().block(SOON);
        plane = open();
    }

    /** The same, when the machine was off for a while. */
    void restartAfter(Duration time) {
        plane.close().block(SOON);
        store.close().block(SOON);
        clock.now = clock.now.plus(time);
        plane = open();
    }

    ControlPlane plane() {
        return plane;
    }

    public ClusterState state() {
        return plane.snapshot();
    }

    Instant now() {
        return clock.instant();
    }

    void pass(Duration time) {
        clock.now = clock.now.plus(time);
        timer.advanceTimeBy(time);
    }

    public Registered register(Job job) {
        return await(plane.register(JobRegistration.of(job)));
    }

    void stop(String job) {
        await(plane.deregister(key(job), JobStop.PLAIN));
    }

    public Job job(String id) {
        return state().job(key(id)).orElseThrow();
    }

    List<Alloc> allocs(String job) {
        return state().allocs(key(job));
    }

    List<Alloc> running(String job) {
        return allocs(job).stream()
                .filter(alloc -> "run".equals(alloc.desiredStatus()))
                .filter(alloc -> !List.of("complete", "failed").contains(String.valueOf(alloc.clientStatus())))
                .toList();
    }

    public List<Evaluation> evals(String job) {
        return state().evaluations(key(job));
    }

    Evaluation eval(String id) {
        return state().evaluation(id).orElseThrow();
    }

    /** The node says what became of an alloc. */
    void tell(Alloc alloc, String status) {
        String task = status.equals("running") ? "running" : status.equals("pending") ? "pending" : "dead";
        TaskState state = new TaskState(
                task,
                status.equals("failed"),
                0,
                null,
                now(),
                task.equals("dead") ? now() : null,
                List.of(new TaskEvent("Started", 1, "", "", Map.of())),
                null);
        ClientPart part = new ClientPart(status, status, Map.of("t", state), null, null);
        plane.feed()
                .report(List.of(new AllocUpdate(alloc.id(), alloc.nodeId(), part)))
                .block(SOON);
    }

    public static JobKey key(String job) {
        return new JobKey("default", job);
    }

    static <T> T await(Mono<T> value) {
        return Objects.requireNonNull(value.block(SOON));
    }

    /** A job with one group {@code g} of one task. */
    static Job job(String id, String type, String group) {
        return Json.read(
                "{\"ID\": \"" + id + "\", \"Name\": \"" + id + "\", \"Type\": \"" + type
                        + "\", \"Datacenters\": [\"dc1\"], \"TaskGroups\": [" + group + "]}",
                Job.class);
    }

    static Job service(String id, long count, String command) {
        return job(id, "service", group(count, command, 50, ""));
    }

    static Job batch(String id, String command) {
        return job(id, "batch", group(1, command, 50, ""));
    }

    static String group(long count, String command, long memory, String more) {
        return "{\"Name\": \"g\", \"Count\": " + count + more
                + ", \"Tasks\": [{\"Name\": \"t\", \"Driver\": \"raw_exec\", \"Config\": {\"command\": \"" + command
                + "\"}, \"Resources\": {\"CPU\": 50, \"MemoryMB\": " + memory + "}}]}";
    }

    private static final class TestClock extends Clock {
        private volatile Instant now = Instant.parse("2026-11-30T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
