package io.outrider.runners.env;

import io.outrider.runners.env.EnvSpec.EnvDirs;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Variables in the making: each step puts its own over those before. Not to be shared between threads. */
final class Draft {

    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]$");
    private static final String META = "NOMAD_META_";

    private final Map<String, String> values;
    private final Map<String, String> nodeNames;

    Draft(Map<String, String> values, Map<String, String> nodeNames) {
        this.values = new HashMap<>(values);
        this.nodeNames = nodeNames;
    }

    Variables finished() {
        return new Variables(Collections.unmodifiableMap(values), nodeNames);
    }

    void directories(EnvDirs dirs) {
        putUnlessEmpty("NOMAD_ALLOC_DIR", dirs.alloc());
        putUnlessEmpty("NOMAD_TASK_DIR", dirs.local());
        putUnlessEmpty("NOMAD_SECRETS_DIR", dirs.secrets());
    }

    void limits(GivenResources given) {
        putUnlessZero("NOMAD_MEMORY_LIMIT", given.memoryMb());
        putUnlessZero("NOMAD_MEMORY_MAX_LIMIT", given.memoryMaxMb());
        putUnlessZero("NOMAD_CPU_LIMIT", given.cpuShares());
        putUnlessEmpty("NOMAD_CPU_CORES", given.cpuset());
    }

    void alloc(Alloc alloc) {
        String id = Immutable.text(alloc.id());
        putUnlessEmpty("NOMAD_ALLOC_ID", id);
        putUnlessEmpty("NOMAD_SHORT_ALLOC_ID", id.substring(0, Math.min(8, id.length())));
        putUnlessEmpty("NOMAD_ALLOC_NAME", alloc.name());
        Matcher index = INDEX.matcher(Immutable.text(alloc.name()));
        if (index.find()) {
            values.put("NOMAD_ALLOC_INDEX", index.group(1));
        }
        putUnlessEmpty("NOMAD_GROUP_NAME", alloc.taskGroup());
        putUnlessEmpty("NOMAD_NAMESPACE", alloc.namespace());
        Job job = alloc.job();
        if (job != null) {
            putUnlessEmpty("NOMAD_JOB_ID", job.id());
            putUnlessEmpty("NOMAD_JOB_NAME", job.name());
            putUnlessEmpty("NOMAD_JOB_PARENT_ID", job.parentId());
        }
    }

    void node(NodeVariables node) {
        putUnlessEmpty("NOMAD_DC", node.datacenter());
        putUnlessEmpty("NOMAD_REGION", node.region());
        putUnlessEmpty("NOMAD_PARENT_CGROUP", node.cgroupParent());
    }

    void task(Task task) {
        putUnlessEmpty("NOMAD_TASK_NAME", task.name());
    }

    void ports(EnvSpec spec, String task) {
        GivenResources.of(spec.alloc(), task)
                .ifPresent(given -> PortVariables.own(values, given.networks(), spec.driverPorts()));
        PortVariables.ofOthers(values, spec.alloc(), task);
        PortVariables.ofGroup(values, spec.alloc());
        spec.alloc().group().ifPresent(group -> PortVariables.upstreams(values, group));
    }

    /** Meta under two names each, upper case and as written; where they meet, the second wins. */
    void meta(Alloc alloc, Optional<Task> task) {
        Map<String, String> meta = new TreeMap<>(JobMeta.combined(alloc, task));
        Map<String, String> block = new HashMap<>();
        meta.forEach((key, value) -> block.put(META + upperCase(key), value));
        meta.forEach((key, value) -> block.put(META + key, value));
        Map<String, String> resolved = new BlockResolution(block).all();
        new TreeMap<>(resolved).forEach((key, value) -> values.put(Interpolation.apply(key, this::find), value));
    }

    void host(Map<String, String> hostEnv) {
        Map<String, String> missing = new HashMap<>(hostEnv);
        missing.keySet().removeAll(values.keySet());
        block(missing);
    }

    /**
     * Adds a block whose values may refer to each other in any order; the result does not depend on it. A value that
     * refers to itself, directly or not, means what was there before.
     */
    void block(@Nullable Map<String, String> block) {
        if (block != null) {
            values.putAll(new BlockResolution(block).all());
        }
    }

    /** Adds variables as they are. */
    void exact(Map<String, String> more) {
        values.putAll(more);
    }

    private @Nullable String find(String name) {
        String value = nodeNames.get(name);
        return value == null ? values.get(name) : value;
    }

    private void putUnlessEmpty(String name, @Nullable String value) {
        if (!Immutable.text(value).isEmpty()) {
            values.put(name, Immutable.text(value));
        }
    }

    private void putUnlessZero(String name, long value) {
        if (value != 0) {
            values.put(name, String.valueOf(value));
        }
    }

    /** Character by character, so that no name changes its length (as the reference). */
    private static String upperCase(String key) {
        StringBuilder upper = new StringBuilder(key.length());
        key.codePoints().map(Character::toUpperCase).forEach(upper::appendCodePoint);
        return upper.toString();
    }

    /** Resolves the values of a block, each once, what it refers to first. */
    private final class BlockResolution {

        private final Map<String, String> block;
        private final Map<String, String> resolved = new HashMap<>();
        private final Set<String> open = new HashSet<>();

        BlockResolution(Map<String, String> block) {
            this.block = new TreeMap<>(block);
        }

        Map<String, String> all() {
            block.keySet().forEach(this::resolve);
            return resolved;
        }

        private @Nullable String lookup(String name) {
            boolean sibling = block.containsKey(name) && !open.contains(name) && !nodeNames.containsKey(name);
            return sibling ? resolve(name) : find(name);
        }

        private String resolve(String name) {
            String known = resolved.get(name);
            if (known != null) {
                return known;
            }
            open.add(name);
            String value = Interpolation.apply(Immutable.text(block.get(name)), this::lookup);
            open.remove(name);
            resolved.put(name, value);
            return value;
        }
    }
}
