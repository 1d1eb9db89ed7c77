package io.outrider.runners.hook.task;

import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.state.model.Immutable;
import java.util.Base64;
import reactor.core.publisher.Mono;

/** Writes what a dispatched job was given into the file that the task asks for, below its {@code local}. Once. */
final class DispatchPayloadHook implements TaskHook.Prestart {

    @Override
    public String name() {
        return "dispatch_payload";
    }

    @Override
    public Mono<PrestartResponse> prestart(TaskRequest request) {
        return Mono.defer(() -> {
                    String payload = payload(request);
                    String file = file(request);
                    return payload.isEmpty() || file.isEmpty() ? Mono.<Void>empty() : write(request, file, payload);
                })
                .thenReturn(PrestartResponse.finished());
    }

    private static Mono<Void> write(TaskRequest request, String file, String payload) {
        return request.dir().put(Immutable.text(request.task().name()), file, decode(payload));
    }

    private static String payload(TaskRequest request) {
        return request.alloc().job() == null
                ? ""
                : Immutable.text(request.alloc().job().payload());
    }

    private static String file(TaskRequest request) {
        return request.task().dispatchPayload() == null
                ? ""
                : Immutable.text(request.task().dispatchPayload().file());
    }

    private static byte[] decode(String payload) {
        try {
            return Base64.getDecoder().decode(payload);
        } catch (IllegalArgumentException e) {
            throw HookException.fatal("the job's payload is not base64: " + e.getMessage());
        }
    }
}
