package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import io.outrider.agent.job.FreePorts;
import io.outrider.agent.job.LocalFeed;
import io.outrider.agent.job.Placement;
import io.outrider.agent.job.Ports;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.PlaneParts;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.runners.alloc.AllocFeed;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Workers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Who places allocs on this node: a feed of whole jobs, a control plane, or a feed of the program around the agent. */
final class Placing {

    private static final int WAITING_CHANGES = 1_000;

    private final Optional<LocalFeed> local;
    private final Optional<ControlPlane> plane;
    private final Optional<Given> given;

    private Placing(Optional<LocalFeed> local, Optional<ControlPlane> plane, Optional<Given> given) {
        this.local = local;
        this.plane = plane;
        this.given = given;
    }

    static Placing of(Means means, Node node, NodeAgentConfig config) {
        if (config.controlPlane()) {
            return new Placing(Optional.empty(), Optional.of(plane(means, node, config)), Optional.empty());
        }
        return config.feed()
                .map(feed -> new Placing(Optional.empty(), Optional.empty(), Optional.of(new Given(feed))))
                .orElseGet(
                        () -> new Placing(Optional.of(local(means, node, config)), Optional.empty(), Optional.empty()));
    }

    private static LocalFeed local(Means means, Node node, NodeAgentConfig config) {
        String id = Objects.requireNonNull(node.id(), "node id");
        Placement.Target target = new Placement.Target(id, Objects.requireNonNullElse(node.name(), id));
        Ports ports = new Ports("127.0.0.1", new FreePorts(means.random()));
        LocalFeed made = new LocalFeed(
                means.store(), new Placement(target, () -> UUID.randomUUID().toString(), ports), config.clock());
        made.restore(means.recovered());
        return made;
    }

    private static ControlPlane plane(Means means, Node node, NodeAgentConfig config) {
        // Bounded by the line itself, which has one piece of work at a time.
        Scheduler line = means.workers().blockingFailWhenFull("plane", 1, WAITING_CHANGES);
        return ControlPlane.of(new PlaneParts(
                new PlaneParts.Kept(means.store(), means.recovered()),
                node,
                new PlaneParts.Threads(line, means.timer(), config.clock()),
                new Chance(() -> UUID.randomUUID().toString(), means.random(), FreePorts::isFree)));
    }

    /** An alloc that is placed on this node, ended ones too, with its job. */
    Optional<Alloc> alloc(String id) {
        return plane.map(found -> found.snapshot().alloc(id))
                .or(() -> given.map(feed -> feed.alloc(id)))
                .orElseGet(() -> local().alloc(id));
    }

    /** The node with the metadata that holds now. */
    Node node(Node self) {
        return plane.flatMap(found -> found.snapshot().node(String.valueOf(self.id())))
                .orElse(self);
    }

    /** Completes when the runners may listen. */
    Mono<Void> start() {
        return plane.map(ControlPlane::start).orElse(Mono.empty());
    }

    AllocFeed feed() {
        return plane.map(ControlPlane::feed)
                .or(() -> given.map(AllocFeed.class::cast))
                .orElseGet(this::local);
    }

    LocalFeed local() {
        return local.orElseThrow(() -> new AgentException(
                Kind.NOT_RUNNING,
                given.isPresent()
                        ? "this agent has a feed of the program's own: place and stop allocs with that"
                        : "this agent has a control plane: register and stop jobs with NodeAgent.controlPlane()"));
    }

    ControlPlane plane() {
        return plane.orElseThrow(() -> new AgentException(
                Kind.NOT_RUNNING,
                "this agent has no control plane: set NodeAgentConfig.Builder.controlPlane(true), or use run()"));
    }

    /** The control plane, where there is one. */
    Optional<ControlPlane> maybePlane() {
        return plane;
    }

    Mono<Void> close() {
        return plane.map(ControlPlane::close)
                .orElseGet(() -> Mono.fromRunnable(() -> local.ifPresent(LocalFeed::close)));
    }

    /** The feed of the program around the agent, and what it placed last. */
    private static final class Given implements AllocFeed {
        private final AllocFeed feed;
        /** Written by the one stream that the runners read. */
        private volatile Placed placed = new Placed(-1, Map.of());

        Given(AllocFeed feed) {
            this.feed = feed;
        }

        @Override
        public Flux<Snapshot> snapshots() {
            return feed.snapshots().doOnNext(snapshot -> placed = placed.then(snapshot));
        }

        @Override
        public Mono<Void> report(List<AllocUpdate> updates) {
            return feed.report(updates);
        }

        Optional<Alloc> alloc(String id) {
            return Optional.ofNullable(placed.allocs().get(id));
        }

        /** As the runners take snapshots: an old one changes nothing, and allocs may be left out that are known. */
        private record Placed(long index, Map<String, Alloc> allocs) {

            Placed then(Snapshot snapshot) {
                if (snapshot.index() <= index) {
                    return this;
                }
                Map<String, Alloc> next = new HashMap<>(allocs);
                snapshot.pulled().forEach(alloc -> next.put(alloc.id(), alloc));
                next.keySet().retainAll(snapshot.assigned().keySet());
                return new Placed(snapshot.index(), Map.copyOf(next));
            }
        }
    }

    /** What both are made from. */
    record Means(StateStore store, Recovered recovered, Workers workers, Scheduler timer, Random random) {}
}
