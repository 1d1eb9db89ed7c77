package io.outrider.jobspec.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobCheckTest {
    private static List<String> check(String json) {
        return JobCheck.check(Json.read(json, Job.class)).stream()
                .map(JobFault::message)
                .toList();
    }

    @Test
    void soundJobHasNoFault() {
        assertThat(check("{\"ID\":\"a\",\"TaskGroups\":[{\"Name\":\"g\",\"Tasks\":"
                        + "[{\"Name\":\"t\",\"Driver\":\"raw_exec\"}]}]}"))
                .isEmpty();
    }

    @Test
    void emptyJobNamesWhatIsMissing() {
        assertThat(check("{}")).containsExactly("Missing job ID", "Missing job name", "Missing job task groups");
    }

    @Test
    void allFaultsAreFoundWithTheirPlaces() {
        String tasks = "[{\"Name\":\"t\",\"Driver\":\"\"},{\"Name\":\"t\",\"Driver\":\"x\",\"KillTimeout\":-1}]";
        String groups = "[{\"Name\":\"g\",\"Tasks\":" + tasks + "},{\"Name\":\"g\",\"Count\":-1}]";
        assertThat(check("{\"ID\":\"a b\",\"Type\":\"daemon\",\"TaskGroups\":" + groups + "}"))
                .containsExactly(
                        "Job ID contains a space",
                        "Invalid job type: \"daemon\"",
                        "Job task group 2 redefines 'g' from group 1",
                        "Task group g: Task 2 redefines 't' from task 1",
                        "Task group g: Task t: Missing task driver",
                        "Task group g: Task t: KillTimeout must be a positive value",
                        "Task group g: Task group count can't be negative",
                        "Task group g: Missing tasks for task group");
    }

    @Test
    void periodicServiceIsRefused() {
        assertThat(check("{\"ID\":\"a\",\"Periodic\":{\"Spec\":\"@daily\"}}"))
                .contains("Periodic can only be used with \"batch\" or \"sysbatch\" scheduler");
    }

    @Test
    void faultsKnowTheirArgumentInAFile() {
        String group = "{\"Name\":\"g\",\"Tasks\":[{\"Name\":\"t\",\"Driver\":\"x\",\"KillTimeout\":-1}]}";
        Job job = Json.read("{\"ID\":\"a\",\"TaskGroups\":[" + group + "]}", Job.class);
        assertThat(JobCheck.check(job))
                .extracting(JobFault::place)
                .containsExactly(List.of("group", "g", "task", "t", "kill_timeout"));
    }

    @Test
    void hugeNumbersOfAttemptsAreWorkedOutAtOnce() {
        String policy = "{\"Attempts\":9000000000000000000,\"Interval\":60000000000,\"Delay\":5000000000,"
                + "\"DelayFunction\":\"fibonacci\",\"MaxDelay\":3600000000000,\"Unlimited\":false}";
        assertThat(check("{\"ID\":\"a\",\"TaskGroups\":[{\"Name\":\"g\",\"ReschedulePolicy\":" + policy
                        + ",\"Tasks\":[{\"Name\":\"t\",\"Driver\":\"x\"}]}]}"))
                .hasSize(2)
                .allMatch(text -> text.contains("attempts"));
    }
}
