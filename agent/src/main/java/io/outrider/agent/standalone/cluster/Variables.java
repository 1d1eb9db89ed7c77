package io.outrider.agent.standalone.cluster;

import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.request.VariableAnswer;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Variable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Writes variables. */
public final class Variables {

    private static final int MAX_BYTES = 64 * 1024;
    private static final Pattern PATH = Pattern.compile("[a-zA-Z0-9-_~/]{1,128}");

    private Variables() {}

    /**
     * Sets a variable; refuses with {@link PlaneException}.
     *
     * @param cas the index that it must have; 0: it must not be there
     */
    public static VariableAnswer put(Variable variable, OptionalLong cas, Draft draft) {
        check(variable);
        String namespace = Immutable.text(variable.namespace());
        String path = Immutable.text(variable.path());
        Optional<Variable> held = draft.state().variable(namespace, path);
        if (conflicts(held, cas)) {
            return new VariableAnswer(false, held, draft.index() - 1);
        }
        Variable stored = new Variable(
                namespace,
                path,
                held.map(Variable::createIndex).orElse(draft.index()),
                draft.index(),
                held.map(Variable::createTime).orElse(draft.nanos()),
                draft.nanos(),
                variable.items());
        draft.cause("VariableUpdated");
        draft.put(stored);
        return new VariableAnswer(true, Optional.of(stored), draft.index());
    }

    /** Removes a variable; one that is not there is removed. */
    public static VariableAnswer remove(Variable variable, OptionalLong cas, Draft draft) {
        Optional<Variable> held =
                draft.state().variable(Immutable.text(variable.namespace()), Immutable.text(variable.path()));
        if (conflicts(held, cas)) {
            return new VariableAnswer(false, held, draft.index() - 1);
        }
        draft.cause("VariableDeleted");
        held.ifPresent(draft::remove);
        return new VariableAnswer(true, Optional.empty(), held.isPresent() ? draft.index() : draft.index() - 1);
    }

    private static boolean conflicts(Optional<Variable> held, OptionalLong cas) {
        long index = held.map(Variable::modifyIndex).orElse(0L);
        return cas.isPresent() && cas.getAsLong() != index;
    }

    private static void check(Variable variable) {
        String path = Immutable.text(variable.path());
        if (!PATH.matcher(path).matches()) {
            throw new PlaneException(Kind.REFUSED, "invalid path \"" + path + "\"");
        }
        boolean ofJobs = path.equals("nomad/jobs")
                || path.startsWith("nomad/jobs/")
                || path.equals("nomad/job-templates")
                || path.startsWith("nomad/job-templates/");
        if ((path.equals("nomad") || path.startsWith("nomad/")) && !ofJobs) {
            throw new PlaneException(
                    Kind.REFUSED,
                    "only paths at \"nomad/jobs\" or \"nomad/job-templates\" and below are valid paths under the"
                            + " top-level \"nomad\" directory");
        }
        Map<String, String> items = variable.items();
        if (items == null || items.isEmpty()) {
            throw new PlaneException(Kind.REFUSED, "empty variables are invalid");
        }
        long bytes = items.entrySet().stream()
                .mapToLong(item -> size(item.getKey()) + size(item.getValue()))
                .sum();
        if (bytes > MAX_BYTES) {
            throw new PlaneException(Kind.REFUSED, "variables are limited to 64KiB in total size");
        }
    }

    private static long size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
