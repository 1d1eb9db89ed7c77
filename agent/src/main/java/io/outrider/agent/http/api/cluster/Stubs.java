package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.DesiredTransition;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What lists show of things, and whole allocs and evaluations, which leave out what is empty. */
final class Stubs {

    private Stubs() {}

    static Map<String, @Nullable Object> job(Job job, ClusterState state, boolean meta) {
        Map<String, @Nullable Object> stub = JsonMap.of(
                "CreateIndex", job.createIndex(),
                "Datacenters", job.datacenters(),
                "ID", job.id(),
                "JobModifyIndex", job.jobModifyIndex(),
                "JobSummary", state.summary(JobKey.of(job)).orElse(null),
                "ModifyIndex", job.modifyIndex(),
                "Multiregion", job.multiregion(),
                "Name", job.name(),
                "Namespace", job.namespace(),
                "NodePool", job.nodePool(),
                "ParameterizedJob", job.parameterizedJob() != null && !Boolean.TRUE.equals(job.dispatched()),
                "ParentID", text(job.parentId()),
                "Periodic", job.periodic() != null,
                "Priority", job.priority(),
                "Status", text(job.status()),
                "StatusDescription", text(job.statusDescription()),
                "Stop", Boolean.TRUE.equals(job.stop()),
                "SubmitTime", job.submitTime(),
                "Type", job.type());
        if (meta) {
            stub.put("Meta", job.meta());
        }
        return stub;
    }

    static Map<String, @Nullable Object> alloc(Alloc alloc, boolean resources, boolean states) {
        Job job = alloc.job();
        Map<String, @Nullable Object> stub = JsonMap.of(
                "ClientDescription", text(alloc.clientDescription()),
                "ClientStatus", alloc.clientStatus(),
                "CreateIndex", alloc.createIndex(),
                "CreateTime", alloc.createTime(),
                "DeploymentStatus", alloc.deploymentStatus(),
                "DesiredDescription", text(alloc.desiredDescription()),
                "DesiredStatus", alloc.desiredStatus(),
                "DesiredTransition",
                        Objects.requireNonNullElse(alloc.desiredTransition(), Json.read("{}", DesiredTransition.class)),
                "EvalID", alloc.evalId(),
                "FollowupEvalID", text(alloc.followupEvalId()),
                "ID", alloc.id(),
                "JobID", alloc.jobId(),
                "JobType", job == null ? null : job.type(),
                "JobVersion", job == null ? null : job.version(),
                "ModifyIndex", alloc.modifyIndex(),
                "ModifyTime", alloc.modifyTime(),
                "Name", alloc.name(),
                "Namespace", alloc.namespace(),
                "NextAllocation", text(alloc.nextAllocation()),
                "NodeID", alloc.nodeId(),
                "NodeName", alloc.nodeName(),
                "PreemptedAllocations", alloc.preemptedAllocations(),
                "PreemptedByAllocation", text(alloc.preemptedByAllocation()),
                "RescheduleTracker", alloc.rescheduleTracker(),
                "TaskGroup", alloc.taskGroup(),
                "TaskStates", states ? alloc.taskStates() : null);
        if (resources) {
            stub.put("AllocatedResources", alloc.allocatedResources());
        }
        return stub;
    }

    static Map<String, @Nullable Object> node(Node node, boolean resources, boolean os) {
        Map<String, String> attributes = Objects.requireNonNullElse(node.attributes(), Map.of());
        Map<String, @Nullable Object> stub = JsonMap.of(
                "Address", address(node),
                "CreateIndex", node.createIndex(),
                "Datacenter", node.datacenter(),
                "Drain", node.drainStrategy() != null,
                "Drivers", node.drivers(),
                "HostVolumes", node.hostVolumes(),
                "ID", node.id(),
                "LastDrain", node.lastDrain(),
                "ModifyIndex", node.modifyIndex(),
                "Name", node.name(),
                "NodeClass", text(node.nodeClass()),
                "NodePool", node.nodePool(),
                "SchedulingEligibility", node.schedulingEligibility(),
                "Status", node.status(),
                "StatusDescription", text(node.statusDescription()),
                "Version", attributes.getOrDefault("nomad.version", "1.6.3"));
        if (resources) {
            stub.put("NodeResources", node.nodeResources());
            stub.put("ReservedResources", node.reservedResources());
        }
        if (os) {
            stub.put("Attributes", JsonMap.of("os.name", attributes.get("os.name")));
        }
        return stub;
    }

    private static String address(Node node) {
        String http = text(node.httpAddr());
        int colon = http.lastIndexOf(':');
        return colon < 0 ? "127.0.0.1" : http.substring(0, colon);
    }

    /** An alloc or evaluation as it is read alone: what is empty is not there. */
    static Object whole(Object value) {
        JsonNode tree = Json.mapper().readTree(Json.server().writeValueAsBytes(value));
        if (tree instanceof ObjectNode object) {
            List<String> empty = new ArrayList<>();
            object.properties().forEach(field -> {
                if (isEmpty(field.getValue())) {
                    empty.add(field.getKey());
                }
            });
            object.remove(empty);
        }
        return tree;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || value.isContainer() && value.isEmpty()
                || value.isString() && value.asString().isEmpty();
    }

    static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** The place of something in the order of creation. */
    static String key(@Nullable Long createIndex, @Nullable String id) {
        return Objects.requireNonNullElse(createIndex, 0L) + "." + id;
    }
}
