package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.jobspec.variable.Variables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {

    private static final String TEXT = """
            job "j" {
              group "one" {
                task "t" {
                  driver = "a"
                }
              }
              group "two" {
                task "t" {
                  driver = "b"
                  config {
                    command = "c"
                  }
                  resources {
                    device "gpu" {}
                  }
                }
              }
              task "alone" {
                driver = "d"
              }
              dynamic "group" {
                for_each = ["three"]
                labels   = [group.value]
                content {
                  task "t" {
                    driver = "e"
                  }
                }
              }
            }
            """;

    private final JobPlaces places = places();

    private static JobPlaces places() {
        JobParser parser = new JobParser(FileAccess.below(Path.of("").toAbsolutePath()));
        ParseResult result = parser.parse(Source.of("file", TEXT), Variables.none());
        assertThat(result.diagnostics()).isEmpty();
        return ((ParseResult.Parsed) result).places();
    }

    @Test
    void argumentsAndBlocksAreFoundByTheirPath() {
        assertThat(at("group", "two", "task", "t", "driver")).isEqualTo("file:9,7-13");
        assertThat(at("group", "two", "task", "t", "config", "command")).isEqualTo("file:11,9-16");
        assertThat(at("group", "two", "task", "t", "resources", "device")).isEqualTo("file:14,9-21");
    }

    @Test
    void missingThingIsFoundAtWhatItIsMissingFrom() {
        assertThat(at("group", "two", "task", "t", "config", "args")).isEqualTo("file:10,7-13");
        assertThat(at("group", "one", "task", "t", "config", "args")).isEqualTo("file:3,5-13");
    }

    @Test
    void taskOutsideOfGroupsIsFoundInTheGroupOfItsName() {
        assertThat(at("group", "alone", "task", "alone", "driver")).isEqualTo("file:19,5-11");
    }

    @Test
    void madeByADynamicBlockStandsNowhere() {
        assertThat(at("group", "three", "task", "t", "driver")).isEmpty();
        assertThat(JobPlaces.none().of(List.of("group", "one"))).isEmpty();
    }

    private String at(String... path) {
        return places.of(List.of(path)).map(Range::toString).orElse("");
    }
}
