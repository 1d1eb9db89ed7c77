package io.outrider.state.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class JobJsonTest {

    @TestFactory
    Stream<DynamicTest> jobsOfTheCorpusComeOutAsTheyWentIn() {
        List<Path> parsed = SharedData.files("corpus/jobs", "*.parsed.json");
        List<Path> canonical = SharedData.files("corpus/jobs", "*.canonical.json");
        assertThat(parsed).hasSizeGreaterThanOrEqualTo(418);
        assertThat(canonical).hasSizeGreaterThanOrEqualTo(414);
        return Stream.concat(parsed.stream(), canonical.stream())
                .map(file -> dynamicTest(file.getFileName().toString(), () -> roundTrip(file)));
    }

    private static void roundTrip(Path file) throws IOException {
        JsonNode expected = Json.mapper().readTree(Files.readAllBytes(file));
        Job job = Json.read(Files.readAllBytes(file), Job.class);
        byte[] written = Json.jobFile().writeValueAsBytes(job);
        assertThat(JsonTrees.differences(expected, Json.mapper().readTree(written)))
                .isEmpty();
        assertThat(Json.read(Json.bytes(job), Job.class)).isEqualTo(job);
    }
}
