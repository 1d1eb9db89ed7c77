package io.outrider.runners.hook.alloc;

import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.HookException;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.resource.NetworkResource;
import io.outrider.state.model.service.Service;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Refuses groups that need what Outrider cannot do: a task must not run without what its job counts on. */
final class UnsupportedGroupHook implements AllocHook.Prerun {

    private static final List<String> HOST_MODES = List.of("", "host");

    @Override
    public String name() {
        return "unsupported";
    }

    @Override
    public Mono<Void> prerun(AllocRequest request) {
        return Mono.defer(() -> {
            List<String> missing =
                    request.alloc().group().map(UnsupportedGroupHook::missing).orElse(List.of());
            return missing.isEmpty() ? Mono.empty() : Mono.error(refusal(request.alloc(), missing));
        });
    }

    private static HookException refusal(Alloc alloc, List<String> missing) {
        return HookException.fatal("Outrider does not yet support " + String.join(", ", missing) + " (group \""
                + alloc.taskGroup() + "\"); nothing of it was started");
    }

    private static List<String> missing(TaskGroup group) {
        List<String> missing = new ArrayList<>();
        orNone(group.networks()).stream()
                .map(NetworkResource::mode)
                .filter(mode -> !HOST_MODES.contains(Immutable.text(mode)))
                .forEach(mode -> missing.add("networks of mode " + mode));
        if (group.volumes() != null && !group.volumes().isEmpty()) {
            missing.add("volume blocks");
        }
        if (orNone(group.services()).stream().map(Service::connect).anyMatch(connect -> connect != null)) {
            missing.add("connect blocks");
        }
        return missing;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
