package io.outrider.runners.hook.task;

import io.outrider.runners.dir.AllocDir.BuiltTask;
import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.state.model.Immutable;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * Builds the task's directories and tells of it once. Looks after them at every start, for a secrets directory in
 * memory is gone after a reboot, and gives them to every start (row R82).
 */
final class TaskDirHook implements TaskHook.Prestart {

    private static final String DONE = "is_done";
    private static final String SECRETS = "secrets";

    @Override
    public String name() {
        return "task_dir";
    }

    @Override
    public Mono<PrestartResponse> prestart(TaskRequest request) {
        return Mono.defer(() -> {
            if (!"true".equals(request.previousState().get(DONE))) {
                request.events().accept(HookEvent.ofMessage("Task Setup", "Building Task Directory"));
            }
            return request.dir()
                    .buildTask(Immutable.text(request.task().name()))
                    .map(TaskDirHook::response);
        });
    }

    private static PrestartResponse response(BuiltTask built) {
        String secrets = built.secretsInMemory() ? "in memory" : built.note();
        return PrestartResponse.again().withDirs(built.dirs()).withState(Map.of(DONE, "true", SECRETS, secrets));
    }
}
