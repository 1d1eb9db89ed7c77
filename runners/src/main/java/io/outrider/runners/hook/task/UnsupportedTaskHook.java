package io.outrider.runners.hook.task;

import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.hook.Unsupported;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.service.Service;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Refuses tasks that need what Outrider cannot do: a task must not run without what its job counts on. Services are
 * only told of: their tasks run without them, they are just not found by others.
 */
final class UnsupportedTaskHook implements TaskHook.Prestart {

    @Override
    public String name() {
        return "unsupported";
    }

    @Override
    public Mono<PrestartResponse> prestart(TaskRequest request) {
        return Mono.fromSupplier(() -> {
            refuse(request.task());
            tellOfServices(request);
            return PrestartResponse.finished();
        });
    }

    private static void refuse(Task task) {
        List<String> missing =
                Unsupported.in(task).stream().map(Unsupported::text).toList();
        if (!missing.isEmpty()) {
            throw HookException.fatal("Outrider does not yet support " + String.join(", ", missing) + " (task \""
                    + task.name() + "\"); it was not started");
        }
    }

    private static void tellOfServices(TaskRequest request) {
        List<String> names = Stream.concat(orNone(request.task().services()).stream(), groupServices(request).stream())
                .map(service -> request.env().get().interpolate(Immutable.text(service.name())))
                .toList();
        if (!names.isEmpty()) {
            String message = "Outrider does not yet register services: " + String.join(", ", names);
            request.events().accept(HookEvent.ofMessage(HookEvent.HOOK_MESSAGE, message));
        }
    }

    /** Told by the group's first task. */
    private static List<Service> groupServices(TaskRequest request) {
        return request.alloc()
                .group()
                .filter(group -> isFirst(group, request.task()))
                .map(group -> orNone(group.services()))
                .orElse(List.of());
    }

    private static boolean isFirst(TaskGroup group, Task task) {
        List<Task> tasks = group.taskList();
        return !tasks.isEmpty() && Immutable.text(tasks.get(0).name()).equals(Immutable.text(task.name()));
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
