package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.DispatchRequest;
import io.outrider.agent.standalone.request.Dispatched;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.Planned;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.request.ScaleRequest;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** What is done to one job beside taking it in and stopping it. */
final class JobWrites {

    private final Reads reads;
    private final ControlPlane plane;

    JobWrites(Reads reads) {
        this.reads = reads;
        this.plane = reads.plane();
    }

    /** Adds what it does to the paths of jobs. */
    void addTo(JobApi jobs) {
        jobs.with("/plan", (request, id) -> write(request, () -> plan(request, id)))
                .with("/evaluate", (request, id) -> write(request, () -> evaluate(request, id)))
                .with("/dispatch", (request, id) -> write(request, () -> dispatch(request, id)))
                .with("/revert", (request, id) -> write(request, () -> revert(request, id)))
                .with("/stable", (request, id) -> write(request, () -> stable(request, id)))
                .with("/periodic/force", (request, id) -> write(request, () -> force(request, id)));
    }

    private Mono<Answer> write(Request request, Supplier<Mono<Answer>> call) {
        return Handler.write(write -> {
                    reads.checkRegion(write);
                    return Mono.defer(call).onErrorMap(PlaneException.class, Refusals::of);
                })
                .handle(request);
    }

    private static JobKey key(Request request, String id) {
        return new JobKey(Reads.namespace(request), id);
    }

    private static void checkId(Body body, String id) {
        String named = body.text("JobID");
        if (!named.isEmpty() && !named.equals(id)) {
            throw new HttpError(400, "Job ID does not match");
        }
    }

    private Mono<Answer> plan(Request request, String id) {
        Body body = Body.required(request, 400);
        Job job = JobsApi.namespaced(JobsApi.job(body), request, body);
        if (job.id().isEmpty()) {
            throw new HttpError(400, "Job must have a valid ID");
        }
        if (!job.id().equals(id)) {
            throw new HttpError(400, "Job ID does not match");
        }
        return plane.plan(job, body.truth("Diff")).map(JobWrites::planned);
    }

    private static Answer planned(Planned plan) {
        // The reference answers with the index of the job, 0 for a new one.
        return Reads.withIndex(
                Answer.json(JsonMap.of(
                        "Annotations", plan.annotations(),
                        "CreatedEvals", null,
                        "Diff", plan.diff().orElse(null),
                        "FailedTGAllocs", plan.failed().isEmpty() ? null : plan.failed(),
                        "Index", plan.jobModifyIndex(),
                        "JobModifyIndex", plan.jobModifyIndex(),
                        "NextPeriodicLaunch", plan.nextLaunch().orElse(null),
                        "Warnings", plan.warnings())),
                plan.jobModifyIndex());
    }

    private Mono<Answer> evaluate(Request request, String id) {
        Body body = Body.optional(request, 400);
        checkId(body, id);
        boolean force = body.field("EvalOptions")
                .flatMap(options -> Body.find(options, "ForceReschedule"))
                .map(JsonNode::asBoolean)
                .orElse(false);
        return plane.evaluate(key(request, id), force).map(JobsApi::registered);
    }

    private Mono<Answer> dispatch(Request request, String id) {
        Body body = Body.required(request, 400);
        checkId(body, id);
        String token = request.query().get("idempotency_token");
        DispatchRequest wanted = new DispatchRequest(
                body.text("Payload"),
                texts(body.field("Meta")),
                body.text("IdPrefixTemplate"),
                token.isEmpty() ? Optional.empty() : Optional.of(token));
        return plane.dispatch(key(request, id), wanted).map(JobWrites::dispatched);
    }

    private static Map<String, String> texts(Optional<JsonNode> object) {
        Map<String, String> texts = new HashMap<>();
        object.ifPresent(found -> found.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asString(""))));
        return texts;
    }

    private static Answer dispatched(Dispatched done) {
        return Reads.withIndex(
                Answer.json(JsonMap.of(
                        "DispatchedJobID", done.jobId(),
                        "EvalCreateIndex", done.evalCreateIndex(),
                        "EvalID", done.evalId(),
                        "Index", done.index(),
                        "JobCreateIndex", done.jobCreateIndex())),
                done.index());
    }

    private Mono<Answer> revert(Request request, String id) {
        Body body = Body.required(request, 400);
        checkId(body, id);
        Long prior = body.number("EnforcePriorVersion");
        return plane.revert(
                        key(request, id),
                        number(body.number("JobVersion")),
                        prior == null ? OptionalLong.empty() : OptionalLong.of(prior))
                .map(JobsApi::registered);
    }

    private static long number(@Nullable Long given) {
        return given == null ? 0 : given;
    }

    private Mono<Answer> stable(Request request, String id) {
        Body body = Body.required(request, 400);
        checkId(body, id);
        return plane.stable(key(request, id), number(body.number("JobVersion")), body.truth("Stable"))
                .map(index -> Reads.withIndex(Answer.json(JsonMap.of("Index", index)), index));
    }

    private Mono<Answer> force(Request request, String id) {
        return plane.periodicForce(key(request, id)).map(JobWrites::forced);
    }

    private static Answer forced(Evaluated done) {
        return Reads.withIndex(
                Answer.json(JsonMap.of(
                        "EvalCreateIndex", done.evalCreateIndex(), "EvalID", done.evalId(), "Index", done.index())),
                done.index());
    }

    /** Changes the count of a group. */
    Mono<Answer> scale(Request request, String id) {
        return write(request, () -> {
            Body body = Body.required(request, 400);
            Long count = body.number("Count");
            String group = body.field("Target")
                    .flatMap(target -> Body.find(target, "Group"))
                    .map(JsonNode::asString)
                    .orElse("");
            Optional<Map<String, Object>> meta = body.field("Meta").map(JobWrites::objects);
            ScaleRequest wanted = new ScaleRequest(
                    group,
                    count == null ? OptionalLong.empty() : OptionalLong.of(count),
                    body.text("Message"),
                    body.truth("Error"),
                    meta);
            return plane.scale(key(request, id), wanted).map(JobWrites::scaled);
        });
    }

    private static Map<String, Object> objects(JsonNode node) {
        Map<String, Object> all = new HashMap<>();
        node.properties()
                .forEach(field -> all.put(field.getKey(), Json.mapper().treeToValue(field.getValue(), Object.class)));
        return all;
    }

    private static Answer scaled(Registered done) {
        return Reads.withIndex(
                Answer.json(JsonMap.of(
                        "EvalCreateIndex", done.evalCreateIndex(),
                        "EvalID", done.evalId(),
                        "Index", done.index(),
                        "JobModifyIndex", done.jobModifyIndex(),
                        "KnownLeader", true,
                        "LastContact", 0,
                        "NextToken", "",
                        "Warnings", done.warnings())),
                done.index());
    }
}
