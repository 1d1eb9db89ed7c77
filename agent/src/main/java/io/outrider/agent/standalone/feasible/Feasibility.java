package io.outrider.agent.standalone.feasible;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.node.DriverInfo;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.task.VolumeRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a node may run a group, whatever room it has. Pure. */
public final class Feasibility {

    private static final String DISTINCT_HOSTS = "distinct_hosts";
    private static final String DISTINCT_PROPERTY = "distinct_property";

    private final Node node;
    private final Job job;

    public Feasibility(Node node, Job job) {
        this.node = node;
        this.job = job;
    }

    /** Whether the node is there for jobs at all. */
    public boolean isReady() {
        return "ready".equals(node.status())
                && "eligible".equals(node.schedulingEligibility())
                && !Boolean.TRUE.equals(node.drain());
    }

    /** Whether the node belongs to the job's pool. */
    public boolean isInPool() {
        String pool = Immutable.text(job.nodePool());
        return pool.equals(NodePool.ALL) || pool.equals(Immutable.text(node.nodePool()));
    }

    /** Whether the job wants the node's datacenter. */
    public boolean isInDatacenter() {
        String datacenter = Immutable.text(node.datacenter());
        return list(job.datacenters()).stream().anyMatch(wanted -> matches(wanted, datacenter));
    }

    /** A star stands for any text. */
    private static boolean matches(String wanted, String datacenter) {
        StringBuilder expression = new StringBuilder();
        for (String part : wanted.split("\\*", -1)) {
            expression.append(expression.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return datacenter.matches(expression.toString());
    }

    /**
     * Why the node may not run the group, as the reference counts it; empty when it may.
     *
     * @param placed live allocs of the job on the node
     */
    public Optional<String> refusal(TaskGroup group, Collection<Alloc> placed) {
        return broken(list(job.constraints()))
                .or(() -> missingDriver(group))
                .or(() -> broken(ofGroup(group)))
                .or(() -> missingVolume(group))
                .or(() -> missingNetwork(group))
                .or(() -> taken(list(job.constraints()), placed))
                .or(() -> taken(
                        list(group.constraints()),
                        placed.stream()
                                .filter(alloc -> group.name().equals(alloc.taskGroup()))
                                .toList()));
    }

    private static List<Constraint> ofGroup(TaskGroup group) {
        List<Constraint> all = new ArrayList<>(list(group.constraints()));
        group.taskList().forEach(task -> all.addAll(list(task.constraints())));
        return all;
    }

    private Optional<String> broken(List<Constraint> constraints) {
        return constraints.stream()
                .filter(constraint -> !isDistinct(constraint) && !Conditions.meets(constraint, node))
                .map(Conditions::text)
                .findFirst();
    }

    private static boolean isDistinct(Constraint constraint) {
        return DISTINCT_HOSTS.equals(constraint.operand()) || DISTINCT_PROPERTY.equals(constraint.operand());
    }

    private Optional<String> missingDriver(TaskGroup group) {
        Map<String, DriverInfo> drivers = Objects.requireNonNullElse(node.drivers(), Map.of());
        return group.taskList().stream()
                .map(Task::driver)
                .filter(driver -> !isWell(drivers.get(Immutable.text(driver))))
                .map(driver -> "missing drivers")
                .findFirst();
    }

    private static boolean isWell(@Nullable DriverInfo driver) {
        return driver != null && Boolean.TRUE.equals(driver.detected()) && Boolean.TRUE.equals(driver.healthy());
    }

    private Optional<String> missingVolume(TaskGroup group) {
        Map<String, VolumeRequest> wanted = Objects.requireNonNullElse(group.volumes(), Map.of());
        boolean missing = wanted.values().stream().anyMatch(volume -> !isThere(volume));
        return missing ? Optional.of("missing compatible host volumes") : Optional.empty();
    }

    private boolean isThere(VolumeRequest volume) {
        return "host".equals(volume.type())
                && node.hostVolumes() != null
                && node.hostVolumes().containsKey(Immutable.text(volume.source()));
    }

    private Optional<String> missingNetwork(TaskGroup group) {
        return list(group.networks()).stream()
                .map(network -> Immutable.text(network.mode()))
                .filter(mode -> !mode.isEmpty() && !mode.equals("host") && !mode.equals("none"))
                .map(mode -> "missing network")
                .findFirst();
    }

    private Optional<String> taken(List<Constraint> constraints, Collection<Alloc> placed) {
        for (Constraint constraint : constraints) {
            if (DISTINCT_HOSTS.equals(constraint.operand())
                    && !"false".equals(constraint.rTarget())
                    && !placed.isEmpty()) {
                return Optional.of(DISTINCT_HOSTS);
            }
            if (DISTINCT_PROPERTY.equals(constraint.operand())) {
                Optional<String> refusal = property(constraint, placed.size());
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> property(Constraint constraint, int used) {
        String name = Immutable.text(constraint.lTarget());
        Optional<String> value = Targets.of(constraint.lTarget(), node);
        if (value.isEmpty()) {
            return Optional.of("missing property \"" + name + "\"");
        }
        long limit = limit(Immutable.text(constraint.rTarget()));
        return used >= limit
                ? Optional.of(DISTINCT_PROPERTY + ": " + name + "=" + value.get() + " used by " + used + " allocs")
                : Optional.empty();
    }

    private static long limit(String text) {
        try {
            return text.isEmpty() ? 1 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
