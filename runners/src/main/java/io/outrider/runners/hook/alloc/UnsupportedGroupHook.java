package io.outrider.runners.hook.alloc;

import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.Unsupported;
import io.outrider.state.model.alloc.Alloc;
import java.util.List;
import reactor.core.publisher.Mono;

/** Refuses groups that need what Outrider cannot do: a task must not run without what its job counts on. */
final class UnsupportedGroupHook implements AllocHook.Prerun {

    @Override
    public String name() {
        return "unsupported";
    }

    @Override
    public Mono<Void> prerun(AllocRequest request) {
        return Mono.defer(() -> {
            List<String> missing = request.alloc().group().map(Unsupported::in).orElse(List.of()).stream()
                    .map(Unsupported::text)
                    .toList();
            return missing.isEmpty() ? Mono.empty() : Mono.error(refusal(request.alloc(), missing));
        });
    }

    private static HookException refusal(Alloc alloc, List<String> missing) {
        return HookException.fatal("Outrider does not yet support " + String.join(", ", missing) + " (group \""
                + alloc.taskGroup() + "\"); nothing of it was started");
    }
}
