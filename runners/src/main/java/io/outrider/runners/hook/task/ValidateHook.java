package io.outrider.runners.hook.task;

import io.outrider.runners.env.TaskEnv;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.service.Service;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import reactor.core.publisher.Mono;

/** Checks what can only be known on the node: the user, and the names of services with their values in place. */
final class ValidateHook implements TaskHook.Prestart {

    /** Defaults of the reference's options {@code user.denylist} and {@code user.checked_drivers}. */
    private static final Set<String> DENIED_USERS = Set.of("root", "Administrator");

    private static final Set<String> CHECKED_DRIVERS = Set.of("exec", "qemu", "java");

    private static final Pattern SERVICE_NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    @Override
    public String name() {
        return "validate";
    }

    @Override
    public Mono<PrestartResponse> prestart(TaskRequest request) {
        return Mono.fromSupplier(() -> {
            checkUser(request.task());
            checkServices(request);
            return PrestartResponse.finished();
        });
    }

    private static void checkUser(Task task) {
        String user = Immutable.text(task.user());
        if (DENIED_USERS.contains(user) && CHECKED_DRIVERS.contains(Immutable.text(task.driver()))) {
            throw HookException.fatal("running as user \"" + user + "\" is disallowed");
        }
    }

    private static void checkServices(TaskRequest request) {
        List<Service> services = request.task().services();
        if (services == null || services.isEmpty()) {
            return;
        }
        TaskEnv env = request.env().get();
        for (Service service : services) {
            checkName(env.interpolate(Immutable.text(service.name())));
        }
    }

    /** A service without a name gets a sound one elsewhere. */
    private static void checkName(String name) {
        if (!name.isEmpty() && !SERVICE_NAME.matcher(name).matches()) {
            throw HookException.fatal(
                    "service (" + name + ") failed validation: Service name must be valid per RFC 1123"
                            + " and can contain only alphanumeric characters or dashes"
                            + " and must be no longer than 63 characters");
        }
    }
}
