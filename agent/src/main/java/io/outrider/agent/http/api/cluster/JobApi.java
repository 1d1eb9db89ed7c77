package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.jobspec.diff.JobDiffs;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.ScalingEvent;
import io.outrider.state.model.diff.JobDiff;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Everything below {@code /v1/job/}. What stands at the end of the path says what is wanted; all before it is the job's
 * ID, which may hold slashes.
 */
public final class JobApi {

    private static final String PREFIX = "/v1/job/";

    private final Reads reads;
    private final JobsApi jobs;
    private final JobWrites writes;
    private final Map<String, BiFunction<Request, String, Mono<Answer>>> calls = new LinkedHashMap<>();

    /** @param jobs takes them in and stops them */
    public JobApi(Reads reads, JobsApi jobs) {
        this.reads = reads;
        this.jobs = jobs;
        this.writes = new JobWrites(reads);
        calls.put("/allocations", get(this::allocations));
        calls.put("/evaluations", get(this::evaluations));
        calls.put("/summary", get(this::summary));
        calls.put("/versions", get(this::versions));
        calls.put("/submission", get(this::submission));
        calls.put("/deployments", get((request, id) -> constant(request, List.of())));
        calls.put("/deployment", get((request, id) -> constant(request, null)));
        calls.put("/scale", this::scale);
        calls.put("/services", get((request, id) -> Handler.missing("services of a job")
                .handle(request)));
        writes.addTo(this);
    }

    /** Serves a path that ends with {@code suffix} in another way. */
    JobApi with(String suffix, BiFunction<Request, String, Mono<Answer>> call) {
        calls.put(suffix, call);
        return this;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.below(PREFIX, this::handle);
    }

    private Mono<Answer> handle(Request request) {
        String rest = request.below(PREFIX).orElse("");
        for (Map.Entry<String, BiFunction<Request, String, Mono<Answer>>> call : calls.entrySet()) {
            if (rest.endsWith(call.getKey())) {
                return call.getValue()
                        .apply(
                                request,
                                rest.substring(0, rest.length() - call.getKey().length()));
            }
        }
        if (request.method().equals("DELETE")) {
            return jobs.stop(request, rest);
        }
        return Handler.readWrite(read -> read(read, rest), write -> jobs.register(write, rest))
                .handle(request);
    }

    private static BiFunction<Request, String, Mono<Answer>> get(BiFunction<Request, String, Mono<Answer>> call) {
        return (request, id) -> Handler.get(read -> call.apply(read, id)).handle(request);
    }

    private static JobKey key(Request request, String id) {
        return new JobKey(Reads.namespace(request), id);
    }

    /** A read of one thing of a job: with the job's own index where it is there, else with that of all jobs. */
    private Mono<Answer> ofJob(
            Request request, String id, String missing, BiFunction<ClusterState, Job, Answer> shown) {
        JobKey key = key(request, id);
        return reads.answer(
                request,
                Look.of(
                        state -> state.job(key)
                                .map(job -> Objects.requireNonNullElse(job.modifyIndex(), 0L))
                                .orElseGet(() -> state.index(Table.JOBS)),
                        state -> state.job(key)
                                .map(job -> shown.apply(state, job))
                                .orElseGet(() -> Answer.text(404, missing))));
    }

    private Mono<Answer> read(Request request, String id) {
        return ofJob(request, id, "job not found", (state, job) -> Answer.json(job));
    }

    private Mono<Answer> summary(Request request, String id) {
        JobKey key = key(request, id);
        return reads.answer(
                request,
                Look.of(
                        state -> state.summary(key)
                                .map(summary -> summary.modifyIndex())
                                .orElseGet(() -> state.index(Table.SUMMARIES)),
                        state -> state.summary(key)
                                .map(summary -> Answer.json(summary))
                                .orElseGet(() -> Answer.text(404, "job not found"))));
    }

    private Mono<Answer> constant(Request request, @Nullable Object value) {
        return reads.answer(
                request, Look.of(state -> Math.max(1, state.index(Table.DEPLOYMENTS)), state -> Answer.json(value)));
    }

    private Mono<Answer> allocations(Request request, String id) {
        boolean all = Values.truth(request.query(), "all", false);
        Listing<Alloc> listing = Listing.of(
                alloc -> Stubs.key(alloc.createIndex(), alloc.id()), alloc -> Stubs.alloc(alloc, false, true));
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.ALLOCS),
                        state -> listing.answer(request.query(), allocs(state, key(request, id), all))));
    }

    /** Those of this registration of the job, or also those of former jobs of its name. */
    private static List<Alloc> allocs(ClusterState state, JobKey key, boolean all) {
        Long created = state.job(key).map(Job::createIndex).orElse(null);
        return state.allocs(key).stream()
                .filter(alloc -> all
                        || created == null
                        || alloc.job() == null
                        || Objects.equals(created, alloc.job().createIndex()))
                .toList();
    }

    private Mono<Answer> evaluations(Request request, String id) {
        Listing<Evaluation> listing = Listing.of(eval -> Stubs.key(eval.createIndex(), eval.id()), Stubs::whole);
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.EVALS),
                        state -> listing.answer(request.query(), state.evaluations(key(request, id)))));
    }

    private Mono<Answer> versions(Request request, String id) {
        boolean diffs = Values.truth(request.query(), "diffs", false);
        return ofJob(request, id, "job versions not found", (state, job) -> {
            List<Job> versions = state.versions(JobKey.of(job));
            List<JobDiff> changes = diffs ? diffs(versions) : List.of();
            return Answer.json(JsonMap.of(
                    "Diffs",
                    changes.isEmpty() ? null : changes,
                    "Index",
                    job.modifyIndex(),
                    "KnownLeader",
                    true,
                    "LastContact",
                    0,
                    "NextToken",
                    "",
                    "Versions",
                    versions));
        });
    }

    private static List<JobDiff> diffs(List<Job> newestFirst) {
        List<JobDiff> diffs = new ArrayList<>();
        for (int i = 0; i + 1 < newestFirst.size(); i++) {
            diffs.add(JobDiffs.between(Optional.of(newestFirst.get(i + 1)), Optional.of(newestFirst.get(i))));
        }
        return diffs;
    }

    private Mono<Answer> submission(Request request, String id) {
        long version = Values.number(request.query().get("version"))
                .orElseThrow(() -> new HttpError(400, "Unable to parse job submission version parameter"));
        JobKey key = key(request, id);
        return reads.answer(
                request,
                Look.of(
                        state -> state.submission(key, version).isPresent() ? state.index(Table.SUBMISSIONS) : 0,
                        state -> state.submission(key, version)
                                .map(found -> Answer.json(found))
                                .orElseGet(() -> Answer.text(404, "job source not found"))));
    }

    private Mono<Answer> scale(Request request, String id) {
        return Handler.readWrite(
                        read -> ofJob(read, id, "job not found", JobApi::scaling), write -> writes.scale(write, id))
                .handle(request);
    }

    private static Answer scaling(ClusterState state, Job job) {
        JobKey key = JobKey.of(job);
        Map<String, List<ScalingEvent>> events =
                state.scalings(key).map(found -> found.groups()).orElse(Map.of());
        Map<String, @Nullable Object> groups = new LinkedHashMap<>();
        for (TaskGroup group : job.groups()) {
            List<Alloc> live = state.allocs(key).stream()
                    .filter(alloc -> group.name().equals(alloc.taskGroup()))
                    .filter(alloc -> "run".equals(alloc.desiredStatus()))
                    .filter(alloc -> List.of("pending", "running").contains(Stubs.text(alloc.clientStatus())))
                    .toList();
            groups.put(
                    group.name(),
                    JsonMap.of(
                            "Desired", group.count(),
                            "Events", events.get(group.name()),
                            "Healthy", count(live, alloc -> healthy(alloc, true)),
                            "Placed", live.size(),
                            "Running", count(live, alloc -> "running".equals(alloc.clientStatus())),
                            "Unhealthy", count(live, alloc -> healthy(alloc, false))));
        }
        return Answer.json(JsonMap.of(
                "JobCreateIndex", job.createIndex(),
                "JobID", job.id(),
                "JobModifyIndex", job.modifyIndex(),
                "JobStopped", Boolean.TRUE.equals(job.stop()),
                "Namespace", job.namespace(),
                "TaskGroups", groups));
    }

    private static boolean healthy(Alloc alloc, boolean wanted) {
        return alloc.deploymentStatus() != null
                && Boolean.valueOf(wanted).equals(alloc.deploymentStatus().healthy());
    }

    private static long count(List<Alloc> allocs, Function<Alloc, Boolean> which) {
        return allocs.stream().filter(which::apply).count();
    }
}
