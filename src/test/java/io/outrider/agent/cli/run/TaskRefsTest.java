package io.outrider.agent.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.TaskRef;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.RunningJob;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TaskRefsTest {

    @Test
    void labelsAreAsShortAsTheyCanBe() {
        assertThat(labels("""
                {"Name":"g","Tasks":[{"Name":"a"},{"Name":"b"}]}""", "g")).containsExactly("a", "b");
    }

    @Test
    void sameTaskNameInTwoGroupsIsToldApart() {
        assertThat(labels("""
                {"Name":"g","Tasks":[{"Name":"a"},{"Name":"only"}]},
                {"Name":"h","Tasks":[{"Name":"a"}]}""", "g", "h")).containsExactly("g/a", "only", "h/a");
    }

    @Test
    void countShowsAsANumber() {
        assertThat(labels("""
                {"Name":"g","Count":2,"Tasks":[{"Name":"a"}]}""", "g", "g")).containsExactly("a[0]", "a[1]");
    }

    private static List<String> labels(String groups, String... allocGroups) {
        Job job = Json.read("{\"ID\":\"j\",\"TaskGroups\":[" + groups + "]}", Job.class);
        List<Alloc> allocs = Stream.iterate(0, number -> number + 1)
                .limit(allocGroups.length)
                .map(number -> Json.read(
                        "{\"ID\":\"%d\",\"TaskGroup\":\"%s\"}".formatted(number, allocGroups[number]), Alloc.class))
                .toList();
        return TaskRefs.of(new RunningJob(new JobKey("default", "j"), job, allocs, false)).all().stream()
                .map(TaskRef::label)
                .toList();
    }
}
