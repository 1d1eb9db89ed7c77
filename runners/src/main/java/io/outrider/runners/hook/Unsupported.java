package io.outrider.runners.hook;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.job.WorkloadIdentity;
import io.outrider.state.model.service.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a job asks for and Outrider cannot do yet.
 *
 * @param path the blocks of the job file, below the group or task: {@code resources}, {@code device}
 * @param text for people, in the plural: {@code device blocks}
 */
public record Unsupported(List<String> path, String text) {

    private static final List<String> HOST_MODES = List.of("", "host");

    public Unsupported {
        path = List.copyOf(path);
    }

    /** What a group asks for, its tasks apart. */
    public static List<Unsupported> in(TaskGroup group) {
        List<Unsupported> found = new ArrayList<>();
        orNone(group.networks()).stream()
                .map(network -> Immutable.text(network.mode()))
                .filter(mode -> !HOST_MODES.contains(mode))
                .forEach(mode -> found.add(new Unsupported(List.of("network", "mode"), "networks of mode " + mode)));
        addIf(found, group.volumes() != null && !group.volumes().isEmpty(), "volume");
        addIf(found, connects(group.services()), "service", "connect");
        if (group.maxRunDuration() != null) {
            found.add(new Unsupported(List.of("max_run_duration"), "an end by max_run_duration"));
        }
        return found;
    }

    /** What a task asks for. */
    public static List<Unsupported> in(Task task) {
        List<Unsupported> found = new ArrayList<>();
        addIf(found, hasAny(task.templates()), "template");
        addIf(found, hasAny(task.artifacts()), "artifact");
        addIf(found, hasAny(task.volumeMounts()), "volume_mount");
        addIf(found, task.vault() != null, "vault");
        addIf(found, task.csiPluginConfig() != null, "csi_plugin");
        addIf(
                found,
                wantsToken(task.identity())
                        || orNone(task.identities()).stream().anyMatch(Unsupported::wantsToken),
                "identity");
        addIf(found, hasAny(task.secrets()), "secret");
        addIf(found, task.schedule() != null, "schedule");
        addIf(found, task.resources() != null && hasAny(task.resources().devices()), "resources", "device");
        addIf(found, connects(task.services()), "service", "connect");
        return found;
    }

    private static void addIf(List<Unsupported> found, boolean condition, String... path) {
        if (condition) {
            found.add(new Unsupported(List.of(path), path[path.length - 1] + " blocks"));
        }
    }

    private static boolean connects(@Nullable List<Service> services) {
        return orNone(services).stream().anyMatch(service -> service.connect() != null);
    }

    private static boolean hasAny(@Nullable Collection<?> blocks) {
        return blocks != null && !blocks.isEmpty();
    }

    private static boolean wantsToken(@Nullable WorkloadIdentity identity) {
        return identity != null && (Boolean.TRUE.equals(identity.env()) || Boolean.TRUE.equals(identity.file()));
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
