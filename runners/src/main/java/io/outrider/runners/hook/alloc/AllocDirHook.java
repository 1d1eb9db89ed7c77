package io.outrider.runners.hook.alloc;

import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import reactor.core.publisher.Mono;

/** Builds what the tasks of an alloc share, and removes everything of the alloc in the end. */
final class AllocDirHook implements AllocHook.Prerun, AllocHook.Destroy {

    @Override
    public String name() {
        return "alloc_dir";
    }

    @Override
    public Mono<Void> prerun(AllocRequest request) {
        return request.dir().build();
    }

    @Override
    public Mono<Void> destroy(AllocRequest request) {
        return request.dir().destroy();
    }
}
