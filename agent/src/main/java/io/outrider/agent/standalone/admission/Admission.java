package io.outrider.agent.standalone.admission;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What has to hold before a job is taken in, and what is filled in then. Pure. */
public final class Admission {

    /** A job with everything filled in, or the refusal as {@link PlaneException}. */
    public Admitted admit(Job job, ClusterState state) {
        if (job.id().isEmpty()) {
            throw new PlaneException(Kind.INVALID, "Job ID hasn't been provided");
        }
        Checked checked = check(job, state);
        if (!checked.errors().isEmpty()) {
            throw new PlaneException(Kind.REFUSED, Faults.list(checked.errors()));
        }
        return new Admitted(checked.job(), checked.warnings());
    }

    /** What is wrong with a job, without refusing it. */
    public Checked check(Job job, ClusterState state) {
        Job whole = ServerShape.of(job);
        List<String> errors = new ArrayList<>(Faults.texts(JobCheck.check(ServerShape.asSent(job))));
        String namespace = JobKey.of(whole).namespace();
        if (state.namespace(namespace).isEmpty()) {
            errors.add("job \"" + whole.id() + "\" is in nonexistent namespace \"" + namespace + "\"");
        }
        String pool = Immutable.text(whole.nodePool());
        if (!pool.equals(NodePool.ALL) && state.nodePool(pool).isEmpty()) {
            errors.add("job \"" + whole.id() + "\" is in nonexistent node pool \"" + pool + "\"");
        }
        if (Boolean.TRUE.equals(job.dispatched())) {
            errors.add("job can't be submitted with 'Dispatched' set");
        }
        if (!Immutable.text(job.payload()).isEmpty()) {
            errors.add("job can't be submitted with a payload, only dispatched");
        }
        return new Checked(Implied.constraints(whole), errors, warnings(ServerShape.asSent(job), state));
    }

    private static String warnings(Job job, ClusterState state) {
        List<String> texts = new ArrayList<>(
                JobWarnings.of(job).stream().map(JobFault::message).toList());
        if (!state.scheduler().memoryOversubscription()) {
            oversubscribed(job).forEach(texts::add);
        }
        return Faults.warnings(texts);
    }

    private static List<String> oversubscribed(Job job) {
        List<String> texts = new ArrayList<>();
        for (TaskGroup group : job.groups()) {
            for (Task task : group.taskList()) {
                if (task.resources() != null
                        && Objects.requireNonNullElse(task.resources().memoryMaxMb(), 0L) > 0) {
                    texts.add("Memory oversubscription is not enabled; Task \"" + group.name() + "." + task.name()
                            + "\" memory_max value will be ignored. Update the Scheduler Configuration to allow"
                            + " oversubscription.");
                }
            }
        }
        return texts;
    }

    /** A job that may be taken in. */
    public record Admitted(Job job, String warnings) {}

    /**
     * What was found out about a job.
     *
     * @param job with everything filled in
     * @param errors why it cannot be taken in; may be empty
     * @param warnings what people should know; may be empty
     */
    public record Checked(Job job, List<String> errors, String warnings) {
        public Checked {
            errors = List.copyOf(errors);
        }
    }
}
