package io.outrider.runners.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import org.junit.jupiter.api.Test;

class UnsupportedTest {

    @Test
    void newerBlocksThatChangeHowATaskRunsAreTold() {
        Task task = Json.read(
                "{\"Name\":\"t\",\"Secrets\":[{\"Name\":\"s\"}],\"Schedule\":{},"
                        + "\"Identities\":[{\"Name\":\"aws\",\"File\":true}],\"Actions\":[{\"Name\":\"a\"}]}",
                Task.class);

        assertThat(Unsupported.in(task))
                .extracting(Unsupported::text)
                .containsExactly("identity blocks", "secret blocks", "schedule blocks");
    }

    @Test
    void aGroupThatWouldNotEndInTimeIsTold() {
        TaskGroup group = Json.read("{\"Name\":\"g\",\"MaxRunDuration\":1000}", TaskGroup.class);

        assertThat(Unsupported.in(group)).extracting(Unsupported::text).containsExactly("an end by max_run_duration");
    }
}
