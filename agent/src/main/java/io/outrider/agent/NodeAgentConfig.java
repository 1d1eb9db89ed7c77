package io.outrider.agent;

import io.outrider.agent.http.HttpConfig;
import io.outrider.runners.alloc.AllocFeed;
import io.outrider.state.store.JournalLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How an agent is set up. Immutable; {@link #builder} is the way to make one.
 *
 * @param dataDir state, logs and directories of allocs; made if missing, and used by one agent at a time
 * @param nodeName name of the node; empty: the host's
 * @param datacenter the node's datacenter
 * @param region the agent's region
 * @param nodeMeta facts about the node that jobs may use as {@code ${meta.KEY}}
 * @param attributes node attributes over those that are found
 * @param logMode who moves the tasks' output into logs
 * @param events how many events are kept
 * @param closeTimeout how long a part may take to close before it is left behind
 * @param clock the time
 * @param controlPlane whether jobs come through a {@link io.outrider.agent.standalone.ControlPlane} of its own
 * @param feed where allocs come from, in place of a control plane and of {@link NodeAgent#run}; empty: from those
 * @param http the API over HTTP; empty: none
 */
public record NodeAgentConfig(
        Path dataDir,
        Optional<String> nodeName,
        String datacenter,
        String region,
        Map<String, String> nodeMeta,
        Map<String, String> attributes,
        LogMode logMode,
        JournalLimits events,
        Duration closeTimeout,
        Clock clock,
        boolean controlPlane,
        Optional<AllocFeed> feed,
        Optional<HttpConfig> http) {

    public NodeAgentConfig {
        Objects.requireNonNull(dataDir, "dataDir");
        nodeMeta = Map.copyOf(nodeMeta);
        attributes = Map.copyOf(attributes);
        if (closeTimeout.isNegative() || closeTimeout.isZero()) {
            throw new IllegalArgumentException("closeTimeout: " + closeTimeout + " (expected: > 0)");
        }
        if (controlPlane && feed.isPresent()) {
            throw new IllegalArgumentException("controlPlane and feed are both set (expected: one of them)");
        }
    }

    /** Starts from the defaults: the host's name, {@code dc1}, {@code global}, logs moved by this JVM. */
    public static Builder builder(Path dataDir) {
        return new Builder(dataDir);
    }

    /** Collects settings; not thread-safe. */
    public static final class Builder {
        private final Path dataDir;
        private Optional<String> nodeName = Optional.empty();
        private String datacenter = "dc1";
        private String region = "global";
        private Map<String, String> nodeMeta = Map.of();
        private Map<String, String> attributes = Map.of();
        private LogMode logMode = LogMode.IN_PROCESS;
        private JournalLimits events = JournalLimits.DEFAULT;
        private Duration closeTimeout = Duration.ofSeconds(10);
        private Clock clock = Clock.systemUTC();
        private boolean controlPlane;
        private Optional<AllocFeed> feed = Optional.empty();
        private Optional<HttpConfig> http = Optional.empty();

        private Builder(Path dataDir) {
            this.dataDir = Objects.requireNonNull(dataDir, "dataDir");
        }

        /** Names the node. */
        public Builder nodeName(String name) {
            nodeName = Optional.of(name);
            return this;
        }

        /** Sets the node's datacenter. */
        public Builder datacenter(String name) {
            datacenter = name;
            return this;
        }

        /** Sets the region. */
        public Builder region(String name) {
            region = name;
            return this;
        }

        /** Sets all node meta. */
        public Builder nodeMeta(Map<String, String> meta) {
            nodeMeta = meta;
            return this;
        }

        /** Sets node attributes over those that are found. */
        public Builder attributes(Map<String, String> over) {
            attributes = over;
            return this;
        }

        /** Says who moves the tasks' output into logs. */
        public Builder logMode(LogMode mode) {
            logMode = mode;
            return this;
        }

        /** Says how many events are kept. */
        public Builder events(JournalLimits limits) {
            events = limits;
            return this;
        }

        /** Bounds the closing of each part. */
        public Builder closeTimeout(Duration limit) {
            closeTimeout = limit;
            return this;
        }

        /** Sets the clock. */
        public Builder clock(Clock time) {
            clock = time;
            return this;
        }

        /** Gives the agent a control plane of its own, in place of {@link NodeAgent#run}. */
        public Builder controlPlane(boolean own) {
            controlPlane = own;
            return this;
        }

        /**
         * Takes allocs from a feed of the program, in place of {@link NodeAgent#run}: it places them and is told of
         * them. What it does not assign any more is stopped and removed.
         */
        public Builder feed(AllocFeed own) {
            feed = Optional.of(own);
            return this;
        }

        /** Serves the API over HTTP. */
        public Builder http(HttpConfig config) {
            http = Optional.of(config);
            return this;
        }

        /** The configuration; throws {@link IllegalArgumentException} that names what is wrong. */
        public NodeAgentConfig build() {
            return new NodeAgentConfig(
                    dataDir.toAbsolutePath().normalize(),
                    nodeName,
                    datacenter,
                    region,
                    nodeMeta,
                    attributes,
                    logMode,
                    events,
                    closeTimeout,
                    clock,
                    controlPlane,
                    feed,
                    http);
        }
    }
}
