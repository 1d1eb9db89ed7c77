package io.outrider.agent.cli.follow;

import io.outrider.agent.cli.api.ApiAnswer;
import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.ask.EvalWait;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Times;
import java.time.Clock;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Shows an evaluation line by line until it has ended, then the allocs that it has placed until each of them runs or
 * has ended.
 */
public final class Follow {

    private static final String PENDING = "pending";

    private final EvalWait wait;
    private final Terminal terminal;
    private final boolean verbose;

    /** Asks nothing yet. */
    public Follow(ApiClient api, String namespace, Terminal terminal, boolean verbose) {
        this.wait = new EvalWait(api, namespace);
        this.terminal = terminal;
        this.verbose = verbose;
    }

    /** What the command ends with: 0, 1 if the evaluation or a service has failed, 2 if something found no place. */
    public int evaluation(String id) {
        head("Monitoring evaluation \"" + id(id) + "\"");
        ApiAnswer answer = wait.now(id);
        line("Evaluation triggered by job \"" + Fields.text(answer.body(), "JobID") + "\"");
        return ended(wait.end(id, answer));
    }

    private int ended(JsonNode eval) {
        String id = Fields.text(eval, "ID");
        String status = Fields.text(eval, "Status");
        ApiAnswer placed = wait.placed(id);
        Seen seen = new Seen(Fields.number(eval, "CreateIndex"));
        seen.tell(Fields.list(placed.body()));
        line("Evaluation status changed: \"pending\" -> \"" + status + "\"");
        Map<String, JsonNode> failed = Fields.map(eval, "FailedTGAllocs");
        String said = Fields.text(eval, "StatusDescription");
        head("Evaluation \"" + id(id) + "\" finished with status \"" + status + "\""
                + (failed.isEmpty() ? "" : " but failed to place all allocations:")
                + (status.equals("failed") && !said.isEmpty() ? ": " + said : ""));
        failed.forEach(this::unplaced);
        String blocked = Fields.text(eval, "BlockedEval");
        if (!blocked.isEmpty()) {
            line("Evaluation \"" + id(blocked) + "\" waiting for additional capacity to place remainder");
        }
        int allocs = allocs(id, placed, seen, Fields.text(eval, "Type").equals("service"));
        return failed.isEmpty() ? Math.max(allocs, status.equals("failed") ? ExitCodes.FAILED : ExitCodes.OK) : 2;
    }

    private void unplaced(String group, JsonNode metric) {
        long count = Failures.count(metric);
        line("Task Group \"" + group + "\" (failed to place " + count + " allocation" + (count == 1 ? "" : "s") + "):");
        Failures.reasons(metric, "      ").forEach(this::plain);
    }

    private int allocs(String eval, ApiAnswer first, Seen seen, boolean service) {
        ApiAnswer answer = first;
        while (seen.waits(Fields.list(answer.body()))) {
            answer = wait.placedSince(eval, answer);
            seen.tell(Fields.list(answer.body()));
        }
        boolean failed = Fields.list(answer.body()).stream()
                .anyMatch(alloc -> status(alloc).equals("failed"));
        return failed && service ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private static String status(JsonNode alloc) {
        return Fields.text(alloc, "ClientStatus");
    }

    private String id(String id) {
        return Amounts.id(id, verbose);
    }

    private void head(String text) {
        plain(terminal.bold("==> " + now() + ": " + text));
    }

    private void line(String text) {
        plain("    " + now() + ": " + text);
    }

    private void plain(String text) {
        terminal.out().println(text);
        terminal.out().flush();
    }

    private static String now() {
        Times times = new Times(Clock.systemUTC().instant(), ZoneId.systemDefault());
        return times.at(times.now());
    }

    /** The allocs of the evaluation as they were told last. */
    private final class Seen {

        private final long since;
        private final Map<String, String> statuses = new LinkedHashMap<>();

        Seen(long since) {
            this.since = since;
        }

        boolean waits(List<JsonNode> allocs) {
            return allocs.stream()
                    .anyMatch(alloc -> status(alloc).equals(PENDING)
                            && Fields.text(alloc, "DesiredStatus").equals("run"));
        }

        void tell(List<JsonNode> allocs) {
            allocs.forEach(this::tell);
        }

        private void tell(JsonNode alloc) {
            String id = Fields.text(alloc, "ID");
            String before = statuses.put(id, status(alloc));
            if (before == null) {
                boolean created = Fields.number(alloc, "CreateIndex") >= since;
                line("Allocation \"" + id(id) + "\" " + (created ? "created" : "modified") + ": node \""
                        + id(Fields.text(alloc, "NodeID")) + "\", group \"" + Fields.text(alloc, "TaskGroup") + "\"");
            } else if (!before.equals(status(alloc))) {
                line("Allocation \"" + id(id) + "\" status changed: \"" + before + "\" -> \"" + status(alloc) + "\" ("
                        + Fields.text(alloc, "ClientDescription") + ")");
            }
            if (status(alloc).equals("failed") && !"failed".equals(before)) {
                why(alloc, id);
            }
        }

        private void why(JsonNode alloc, String id) {
            Fields.map(alloc, "TaskStates").forEach((task, state) -> {
                if (Fields.is(state, "Failed")) {
                    plain("      * Task \"" + task + "\": " + terminal.fault(reason(state)));
                }
            });
            plain("      See: outrider alloc status " + id(id));
        }

        /** What ended it: the last event that is not a mere consequence. */
        private String reason(JsonNode state) {
            List<JsonNode> events = Fields.list(state, "Events");
            String reason = "failed";
            for (JsonNode event : events) {
                String type = Fields.text(event, "Type");
                if (!type.equals("Not Restarting") && !type.equals("Killing") && !type.equals("Alloc Unhealthy")) {
                    reason = type + ": " + Fields.text(event, "DisplayMessage");
                }
            }
            return reason;
        }
    }
}
