package io.outrider.state.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.outrider.state.model.Json;
import io.outrider.state.model.JsonTrees;
import io.outrider.state.model.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CanonicalTest {

    @TestFactory
    Stream<DynamicTest> defaultsAreTheReferences() {
        List<Path> files = SharedData.files("corpus/jobs", "*.canonical.json");
        assertThat(files).hasSizeGreaterThanOrEqualTo(414);
        return files.stream().map(file -> dynamicTest(file.getFileName().toString(), () -> compare(file)));
    }

    private static void compare(Path file) throws IOException {
        Path parsed = file.resolveSibling(file.getFileName().toString().replace(".canonical.json", ".parsed.json"));
        Job canonical = Canonical.of(Json.read(Files.readAllBytes(parsed), Job.class));
        byte[] written = Json.jobFile().writeValueAsBytes(canonical);

        assertThat(JsonTrees.differences(
                        Json.mapper().readTree(Files.readAllBytes(file)),
                        Json.mapper().readTree(written)))
                .isEmpty();
        assertThat(Canonical.of(canonical)).isEqualTo(canonical);
    }

    @Test
    void sourcesThatAreNoFileNamesGetADestinationToo() {
        String artifact = "{\"GetterSource\":\"http://h/a\\u0000b//\",\"GetterMode\":\"file\"}";
        Job job = Json.read("{\"TaskGroups\":[{\"Tasks\":[{\"Artifacts\":[" + artifact + "]}]}]}", Job.class);

        String tree = Json.jobFile().writeValueAsString(Canonical.of(job));

        assertThat(Json.mapper()
                        .readTree(tree)
                        .at("/TaskGroups/0/Tasks/0/Artifacts/0/RelativeDest")
                        .asString())
                .isEqualTo("local/a\u0000b");
    }
}
