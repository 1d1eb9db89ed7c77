package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Ids;
import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ScalingPolicy;
import io.outrider.state.model.job.TaskGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What autoscalers read: the scaling blocks of the jobs. */
public final class ScalingApi {

    private static final String ONE = "/v1/scaling/policy/";
    private static final String HORIZONTAL = "horizontal";

    private final Reads reads;

    public ScalingApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/scaling/policies", Handler.get(this::list)).below(ONE, Handler.get(this::one));
    }

    private Mono<Answer> list(Request request) {
        Listing<Policy> listing = new Listing<>(Policy::id, Policy::stub, Policy::stub);
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.JOBS),
                        state -> listing.answer(
                                request.query(),
                                all(state).stream()
                                        .filter(policy -> isWanted(request, policy))
                                        .sorted(Comparator.comparing(Policy::id))
                                        .toList())));
    }

    private static boolean isWanted(Request request, Policy policy) {
        String job = request.query().get("job");
        String type = request.query().get("type");
        return Reads.isIn(request, Stubs.text(policy.job().namespace()))
                && (job.isEmpty() || job.equals(policy.job().id()))
                && (type.isEmpty() || type.equals(policy.type()));
    }

    private Mono<Answer> one(Request request) {
        return Mono.defer(() -> {
            String id = request.below(ONE).orElse("");
            Ids.checkWhole(id, "scaling_policy");
            return reads.answer(request, Look.of(state -> state.index(Table.JOBS), state -> all(state).stream()
                    .filter(policy -> policy.id().equals(id))
                    .findFirst()
                    .map(policy -> Answer.json(policy.whole()))
                    .orElseGet(() -> Answer.text(404, "policy not found"))));
        });
    }

    private static List<Policy> all(ClusterState state) {
        List<Policy> all = new ArrayList<>();
        for (Job job : state.jobs()) {
            for (TaskGroup group : Objects.requireNonNullElse(job.taskGroups(), List.<TaskGroup>of())) {
                if (group.scaling() != null && !Boolean.TRUE.equals(job.stop())) {
                    all.add(new Policy(job, Immutable.text(group.name()), group.scaling()));
                }
            }
        }
        return all;
    }

    /** The block of one group. */
    private record Policy(Job job, String group, ScalingPolicy block) {

        /** The same as long as the group is there. */
        String id() {
            String name = job.namespace() + "\n" + job.id() + "\n" + group + "\n" + job.createIndex();
            return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
        }

        String type() {
            return block.type() == null || block.type().isEmpty() ? HORIZONTAL : block.type();
        }

        Map<String, @Nullable Object> stub() {
            return JsonMap.of(
                    "ID", id(),
                    "Enabled", !Boolean.FALSE.equals(block.enabled()),
                    "Type", type(),
                    "Target",
                            Map.of(
                                    "Namespace", Stubs.text(job.namespace()),
                                    "Job", Stubs.text(job.id()),
                                    "Group", group),
                    "CreateIndex", job.createIndex(),
                    "ModifyIndex", job.jobModifyIndex());
        }

        Map<String, @Nullable Object> whole() {
            Map<String, @Nullable Object> whole = stub();
            whole.put("Policy", block.policy());
            whole.put("Min", block.min());
            whole.put("Max", block.max());
            return whole;
        }
    }
}
