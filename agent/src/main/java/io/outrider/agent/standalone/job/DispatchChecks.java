package io.outrider.agent.standalone.job;

import io.outrider.agent.standalone.request.DispatchRequest;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ParameterizedJobConfig;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a parameterized job takes what a dispatch gives. Pure. */
final class DispatchChecks {

    private static final int MAX_PAYLOAD = 16 * 1024;

    private DispatchChecks() {}

    static void check(Job parent, DispatchRequest request) {
        ParameterizedJobConfig config = parent.parameterizedJob();
        if (config == null || Boolean.TRUE.equals(parent.dispatched())) {
            throw refused("Specified job \"" + parent.id() + "\" is not a parameterized job");
        }
        if (Boolean.TRUE.equals(parent.stop())) {
            throw refused("Specified job \"" + parent.id() + "\" is stopped");
        }
        payload(config, request);
        meta(config, request);
    }

    private static void payload(ParameterizedJobConfig config, DispatchRequest request) {
        String wanted = Immutable.text(config.payload());
        boolean given = !request.payload().isEmpty();
        if (wanted.equals("required") && !given) {
            throw refused("Payload is not provided but required by parameterized job");
        }
        if (wanted.equals("forbidden") && given) {
            throw refused("Payload provided but forbidden by parameterized job");
        }
        int size = size(request.payload());
        if (size > MAX_PAYLOAD) {
            throw refused("Payload exceeds maximum size; " + size + " > " + MAX_PAYLOAD);
        }
    }

    private static int size(String payload) {
        try {
            return Base64.getDecoder().decode(payload).length;
        } catch (IllegalArgumentException e) {
            throw new PlaneException(Kind.INVALID, "the payload is not base64");
        }
    }

    private static void meta(ParameterizedJobConfig config, DispatchRequest request) {
        Set<String> known = new HashSet<>(list(config.metaRequired()));
        known.addAll(list(config.metaOptional()));
        Set<String> strange = new TreeSet<>(request.meta().keySet());
        strange.removeAll(known);
        if (!strange.isEmpty()) {
            throw refused("Dispatch request included unpermitted metadata keys: " + text(strange));
        }
        List<String> missing = new ArrayList<>(list(config.metaRequired()));
        missing.removeAll(request.meta().keySet());
        if (!missing.isEmpty()) {
            throw refused("Dispatch did not provide required meta keys: " + text(missing));
        }
    }

    private static String text(Iterable<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private static List<String> list(@Nullable List<String> list) {
        return Objects.requireNonNullElse(list, List.of());
    }

    private static PlaneException refused(String text) {
        return new PlaneException(Kind.REFUSED, text);
    }
}
