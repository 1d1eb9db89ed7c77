package io.outrider.runners.hook.alloc;

import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import reactor.core.publisher.Mono;

/**
 * Builds what the tasks of an alloc share, and removes everything of the alloc in the end. An ended alloc keeps its
 * files
 * but no mounts: its secrets are of no more use to anybody, and an agent that has left has left nothing in the mount
 * table. The reference keeps them until the alloc is collected.
 */
final class AllocDirHook implements AllocHook.Prerun, AllocHook.Postrun, AllocHook.Destroy {

    @Override
    public String name() {
        return "alloc_dir";
    }

    @Override
    public Mono<Void> prerun(AllocRequest request) {
        return request.dir().build();
    }

    @Override
    public Mono<Void> postrun(AllocRequest request) {
        return request.dir().unmount();
    }

    @Override
    public Mono<Void> destroy(AllocRequest request) {
        return request.dir().destroy();
    }
}
