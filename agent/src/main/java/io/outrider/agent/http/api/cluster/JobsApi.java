package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.Json;
import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Jobs: the list, and taking them in. */
public final class JobsApi {

    private final Reads reads;

    public JobsApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/jobs", Handler.readWrite(this::list, request -> register(request, "")))
                .at("/v1/validate/job", Handler.write(this::validate));
    }

    private Mono<Answer> list(Request request) {
        boolean meta = Values.truth(request.query(), "meta", false);
        return reads.answer(request, Look.of(state -> state.index(Table.JOBS), state -> listing(state, meta)
                .answer(request.query(), jobs(request, state))));
    }

    private Mono<Answer> validate(Request request) {
        return Mono.defer(() -> {
            Body body = Body.required(request, 400);
            return reads.plane()
                    .validate(namespaced(job(body), request, body))
                    .map(found -> Answer.json(JsonMap.of(
                            "DriverConfigValidated",
                            true,
                            "Error",
                            found.error(),
                            "ValidationErrors",
                            found.errors().isEmpty() ? null : found.errors(),
                            "Warnings",
                            found.warnings())));
        });
    }

    private static Listing<Job> listing(ClusterState state, boolean meta) {
        return Listing.of(job -> job.namespace() + "." + job.id(), job -> Stubs.job(job, state, meta));
    }

    private static List<Job> jobs(Request request, ClusterState state) {
        String prefix = request.query().get("prefix");
        return state.jobs().stream()
                .filter(job -> Reads.isIn(request, Stubs.text(job.namespace())))
                .filter(job -> job.id().startsWith(prefix))
                .toList();
    }

    /** Takes a job in; {@code id} is the one in the path, empty where there is none. */
    Mono<Answer> register(Request request, String id) {
        return Mono.defer(() -> {
                    reads.checkRegion(request);
                    return reads.plane().register(registration(request, id));
                })
                .map(JobsApi::registered)
                .onErrorMap(PlaneException.class, Refusals::of);
    }

    private static JobRegistration registration(Request request, String id) {
        Body body = Body.required(request, 400);
        Job job = namespaced(job(body), request, body);
        if (job.id().isEmpty()) {
            throw new HttpError(400, "Job ID hasn't been provided");
        }
        if (!id.isEmpty() && !id.equals(job.id())) {
            throw new HttpError(400, "Job ID does not match name");
        }
        Long index = body.number("JobModifyIndex");
        OptionalLong enforced =
                body.truth("EnforceIndex") ? OptionalLong.of(index == null ? 0 : index) : OptionalLong.empty();
        return new JobRegistration(
                job, enforced, body.truth("PreserveCounts"), priority(body.number("EvalPriority")), submission(body));
    }

    private static OptionalInt priority(@Nullable Long number) {
        if (number == null || number == 0) {
            return OptionalInt.empty();
        }
        if (number < 1 || number > 100) {
            throw new HttpError(400, "Eval priority must be between 1 and 100 inclusively");
        }
        return OptionalInt.of(number.intValue());
    }

    /** The job of a request. */
    static Job job(Body body) {
        try {
            return body.field("Job")
                    .map(job -> Json.read(job, Job.class))
                    .orElseThrow(() -> new HttpError(400, "Job must be specified"));
        } catch (JacksonException e) {
            throw new HttpError(400, e.getOriginalMessage());
        }
    }

    /** The namespace of the query counts most, then that of the request, then the job's own. */
    static Job namespaced(Job job, Request request, Body body) {
        String named = request.query().get("namespace");
        String wanted = named.isEmpty() ? body.text("Namespace") : named;
        if (wanted.isEmpty() || wanted.equals(job.namespace())) {
            return job;
        }
        JsonNode tree = Json.mapper().valueToTree(job);
        ((tools.jackson.databind.node.ObjectNode) tree).put("Namespace", wanted);
        return Json.read(tree, Job.class);
    }

    private static Optional<JobSubmission> submission(Body body) {
        return body.field("Submission")
                .map(text -> Json.read(text, JobSubmission.class))
                .map(text -> new JobSubmission(
                        text.source(),
                        text.format(),
                        text.variableFlags(),
                        Stubs.text(text.variables()),
                        text.namespace(),
                        text.jobId(),
                        text.version(),
                        text.jobModifyIndex()));
    }

    /** How a change of a job is answered. */
    static Answer registered(Registered done) {
        return Reads.withIndex(
                Answer.json(JsonMap.of(
                        "EvalCreateIndex", done.evalCreateIndex(),
                        "EvalID", done.evalId(),
                        "Index", done.index(),
                        "JobModifyIndex", done.jobModifyIndex(),
                        "KnownLeader", false,
                        "LastContact", 0,
                        "NextToken", "",
                        "Warnings", done.warnings())),
                done.index());
    }

    /** Stops a job. */
    Mono<Answer> stop(Request request, String id) {
        return Mono.defer(() -> {
                    reads.checkRegion(request);
                    Query query = request.query();
                    boolean purge = Values.truth(query, "purge", false);
                    Values.truth(query, "global", false);
                    OptionalInt priority = priority(number(query, "eval_priority"));
                    boolean hasty = Values.truth(query, "no_shutdown_delay", false);
                    JobKey key = new JobKey(Reads.namespace(request), id);
                    return reads.plane().deregister(key, new JobStop(purge, hasty, priority));
                })
                .map(JobsApi::stopped)
                .onErrorMap(PlaneException.class, Refusals::of);
    }

    private static @Nullable Long number(Query query, String name) {
        String text = query.get(name);
        if (text.isEmpty()) {
            return null;
        }
        return Values.number(text)
                .orElseThrow(() -> new HttpError(
                        500,
                        "Failed to parse value of \"" + name + "\" (" + text + ") as a int: strconv.Atoi: parsing \""
                                + text + "\": invalid syntax"));
    }

    private static Answer stopped(Registered done) {
        Map<String, @Nullable Object> body = JsonMap.of(
                "EvalCreateIndex",
                done.evalCreateIndex(),
                "EvalID",
                done.evalId(),
                "Index",
                done.index(),
                "JobModifyIndex",
                done.jobModifyIndex(),
                "KnownLeader",
                false,
                "LastContact",
                0,
                "NextToken",
                "",
                "VolumeEvalID",
                "",
                "VolumeEvalIndex",
                0);
        return Reads.withIndex(Answer.json(body), done.index());
    }
}
