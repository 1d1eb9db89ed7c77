package io.outrider.agent.cli.job.look;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds jobs by the beginning of their ids, and lists them. */
public final class Jobs {

    private Jobs() {}

    /** The one that is meant, as lists have it: that of this very id, or the only one whose id begins so. */
    public static JsonNode one(ApiClient api, String id, Look look, Times times) {
        List<JsonNode> matches = Found.matches(api, "/v1/jobs", id);
        if (matches.isEmpty()) {
            throw new UserException("No job(s) with prefix or ID \"" + id + "\" found");
        }
        List<JsonNode> exact = matches.stream()
                .filter(job -> Fields.text(job, "ID").equals(id))
                .toList();
        return Found.one(
                exact.isEmpty() ? matches : exact,
                "Prefix matched multiple jobs",
                all -> table(all, look, times, spaces(all)));
    }

    /** The path of a job below {@code /v1}. */
    public static String path(JsonNode job) {
        return "/v1/job/" + ApiQuery.segment(Fields.text(job, "ID"));
    }

    /** Asks within the namespace of the job. */
    public static ApiQuery query(JsonNode job) {
        return ApiQuery.of("namespace", space(job));
    }

    /** Its namespace. */
    public static String space(JsonNode job) {
        String named = Fields.text(job, "Namespace");
        return named.isEmpty() ? Fields.text(job, "JobSummary", "Namespace") : named;
    }

    /** A row for each job. */
    public static String table(List<JsonNode> jobs, Look look, Times times, boolean spaces) {
        Table table = (spaces
                        ? Table.of("ID", "Namespace", "Type", "Priority", "Status", "Submit Date")
                        : Table.of("ID", "Type", "Priority", "Status", "Submit Date"))
                .keeping(1);
        for (JsonNode job : jobs) {
            String id = Fields.text(job, "ID");
            String status = status(job, look);
            String date = times.at(Fields.nanos(job, "SubmitTime"));
            long priority = Fields.number(job, "Priority");
            if (spaces) {
                table.row(id, space(job), type(job), priority, status, date);
            } else {
                table.row(id, type(job), priority, status, date);
            }
        }
        return table.text(look);
    }

    private static boolean spaces(List<JsonNode> jobs) {
        return jobs.stream().map(Jobs::space).distinct().count() > 1;
    }

    private static String type(JsonNode job) {
        String more = Fields.is(job, "Periodic") ? "/periodic" : "";
        return Fields.text(job, "Type") + (Fields.is(job, "ParameterizedJob") ? more + "/parameterized" : more);
    }

    static String status(JsonNode job, Look look) {
        return look.state(Fields.text(job, "Status")) + (Fields.is(job, "Stop") ? " (stopped)" : "");
    }
}
