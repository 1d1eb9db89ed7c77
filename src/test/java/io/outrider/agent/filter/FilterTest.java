package io.outrider.agent.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters over a job, as people write them. */
class FilterTest {

    private static final Job JOB = Json.read(
            "{\"ID\":\"web\",\"Type\":\"service\",\"Priority\":50,\"Stop\":false,\"Datacenters\":[\"dc1\",\"dc2\"],"
                    + "\"Meta\":{\"owner\":\"team-a\",\"a.b\":\"c\"}}",
            Job.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Type == \"service\"; true",
                "Type == service; true",
                "Type==`batch`; false",
                "Type != \"batch\"; true",
                "Priority == 50; true",
                "Priority != 50; false",
                "Stop == false; true",
                "\"dc1\" in Datacenters; true",
                "\"dc9\" not in Datacenters; true",
                "Datacenters contains dc2; true",
                "Datacenters not contains \"dc2\"; false",
                "Meta contains owner; true",
                "Meta.owner == \"team-a\"; true",
                "Meta[\"a.b\"] == \"c\"; true",
                "\"/Meta/owner\" == \"team-a\"; true",
                "Meta.nope == \"x\"; false",
                "ID contains \"e\"; true",
                "ID matches \"^w.b$\"; true",
                "ID not matches \"^x\"; true",
                "ParentID is empty; true",
                "Meta is not empty; true",
                "Constraints is nil; true",
                "Type == batch or ID == web; true",
                "Type == batch and ID == web or Priority == 50; true",
                "not (Type == batch or ID == web); false",
                "not Type == batch and ID == web; true"
            })
    void asksWhatItSays(String filter, boolean passes) {
        assertThat(Filter.parse(filter).test(JOB)).as(filter).isEqualTo(passes);
    }

    @Test
    void saysWhereItIsWrong() {
        assertThatThrownBy(() -> Filter.parse("Type ="))
                .hasMessage(
                        "1:6 (5): no match found, expected: \"!=\", \"==\", \"contains\", \"in\", \"is\", \"matches\","
                                + " \"not\" or [ \\t\\r\\n]");
        assertThatThrownBy(() -> Filter.parse("Name =="))
                .hasMessage("1:8 (7): no match found, expected: \"-\", \"0\", \"\\\"\", \"`\", [ \\t\\r\\n], [1-9] or"
                        + " [a-zA-Z]");
        assertThatThrownBy(() -> Filter.parse("(".repeat(1000))).isInstanceOf(FilterException.class);
    }

    @Test
    void knowsWhatARecordHasNot() {
        assertThatThrownBy(() -> Filter.parse("Nope == \"x\"").test(JOB))
                .hasMessage("error finding value in datum: /Nope at part 0: couldn't find key: struct field with name"
                        + " \"Nope\"");
    }
}
