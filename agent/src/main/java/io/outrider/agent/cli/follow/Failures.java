package io.outrider.agent.cli.follow;

import io.outrider.agent.cli.ask.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Why groups found no place, from the metrics of an evaluation. */
public final class Failures {

    private Failures() {}

    /** How many of a group found none. */
    public static long count(JsonNode metric) {
        return Fields.number(metric, "CoalescedFailures") + 1;
    }

    /** A line for each reason, each behind {@code indent} and a star. */
    public static List<String> reasons(JsonNode metric, String indent) {
        List<String> lines = new ArrayList<>();
        if (Fields.number(metric, "NodesEvaluated") == 0) {
            lines.add("No nodes were eligible for evaluation");
        }
        Fields.map(metric, "NodesAvailable").forEach((name, count) -> {
            if (count.asLong(0) == 0) {
                lines.add("No nodes are available in datacenter \"" + name + "\"");
            }
        });
        each(metric, "ClassFiltered", "Class \"%s\": %d nodes excluded by filter", lines);
        each(metric, "ConstraintFiltered", "Constraint \"%s\": %d nodes excluded by filter", lines);
        long exhausted = Fields.number(metric, "NodesExhausted");
        if (exhausted > 0) {
            lines.add("Resources exhausted on " + exhausted + " nodes");
        }
        each(metric, "ClassExhausted", "Class \"%s\" exhausted on %d nodes", lines);
        each(metric, "DimensionExhausted", "Dimension \"%s\" exhausted on %d nodes", lines);
        Fields.list(metric, "QuotaExhausted")
                .forEach(name -> lines.add("Quota limit hit \"" + name.asString("") + "\""));
        return lines.stream().map(line -> indent + "* " + line).toList();
    }

    private static void each(JsonNode metric, String field, String format, List<String> lines) {
        for (Map.Entry<String, JsonNode> entry : Fields.map(metric, field).entrySet()) {
            lines.add(String.format(format, entry.getKey(), entry.getValue().asLong(0)));
        }
    }
}
