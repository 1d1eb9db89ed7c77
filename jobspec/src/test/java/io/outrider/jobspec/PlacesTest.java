package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.schema.JobPlaces;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.job.Canonical;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    private static final String MANY = """
            job "j" {
              group "g" {
                constraint {
                  attribute = "a"
                  value     = "b"
                }
                constraint {
                  attribute = "a"
                  operator  = "near"
                }
                network {
                  port "a" {}
                }
                service {
                  name = "one"
                  port = "a"
                }
                service {
                  name     = "two"
                  provider = "mine"
                  port     = "a"
                }
                service {
                  name     = "three"
                  provider = "consul"
                  port     = "a"
                  check {
                    type     = "tcp"
                    interval = "1s"
                    timeout  = "1s"
                  }
                  check {
                    type     = "carrier pigeon"
                    interval = "1s"
                    timeout  = "1s"
                  }
                }
                task "t" {
                  driver = "x"
                  template {
                    data        = "x"
                    destination = "local/x"
                  }
                  template {
                    data = "y"
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

    private static List<String> faults(String name, String text) {
        ParseResult result = new JobParser(FileAccess.none()).read(Source.of(name, text), Variables.none());
        assertThat(result.diagnostics()).isEmpty();
        ParseResult.Parsed parsed = (ParseResult.Parsed) result;
        return JobCheck.check(Canonical.of(parsed.job())).stream()
                .map(fault ->
                        parsed.places().of(fault.place()).map(Range::toString).orElse("nowhere") + " " + fault.text())
                .toList();
    }

    @Test
    void oneOfSeveralBlocksOfATypeIsToldFromTheOthers() {
        assertThat(faults("x.hcl", MANY))
                .containsExactlyInAnyOrder(
                        "x.hcl:9,7-15 Unknown constraint type \"near\"",
                        "x.hcl:20,7-15 Service provider must be \"consul\", or \"nomad\"; not \"mine\"",
                        "x.hcl:33,9-13 Check service: \"three\" check invalid: invalid check type"
                                + " (\"carrier pigeon\"), must be one of grpc, tcp, http, script",
                        "x.hcl:44,7-15 Must specify a destination for the template",
                        "x.hcl:14,5-12 Multiple service providers used: task group services must"
                                + " use the same provider");
    }

    @Test
    void secondOfANameIsNotTheFirst() {
        String text = """
                job "j" {
                  group "g" {
                    task "t" {
                      driver = "x"
                    }
                    task "t" {
                      driver = "x"
                    }
                  }
                  group "g" {
                    task "t" {
                      driver = "x"
                    }
                  }
                }
                """;
        assertThat(faults("x.hcl", text))
                .containsExactly(
                        "x.hcl:10,3-12 Job task group 2 redefines 'g' from group 1",
                        "x.hcl:6,5-13 Task 2 redefines 't' from task 1");
    }

    @Test
    void madeByOneDynamicBlockStandsInIt() {
        String text = """
                job "j" {
                  constraint {
                    attribute = "a"
                    operator  = "far"
                  }
                  dynamic "constraint" {
                    for_each = ["a", "b"]
                    content {
                      attribute = constraint.value
                      operator  = "near"
                    }
                  }
                  group "g" {
                    task "t" {
                      driver = "x"
                    }
                  }
                }
                """;
        assertThat(faults("x.hcl", text))
                .containsExactly(
                        "x.hcl:4,5-13 Unknown constraint type \"far\"",
                        "x.hcl:10,7-15 Unknown constraint type \"near\"",
                        "x.hcl:10,7-15 Unknown constraint type \"near\"");
    }

    @Test
    void thingsOfJsonFilesHavePlacesToo() {
        String text = """
                {"job": {"j": {"group": {"g": {
                  "constraint": [
                    {"attribute": "a", "value": "b"},
                    {"attribute": "a", "operator": "near"}
                  ],
                  "task": {"t": {
                    "driver": "x",
                    "kill_timeout": "-1s"
                  }}
                }}}}}
                """;
        assertThat(faults("x.json", text))
                .containsExactly(
                        "x.json:4,24-34 Unknown constraint type \"near\"",
                        "x.json:8,5-19 KillTimeout must be a positive value");
    }

    @Test
    @Timeout(20)
    void placesOfVeryManyFaultsAreFoundAtOnce() {
        String constraint = "  constraint {\n    operator = \"near\"\n  }\n";
        String json = "{\"operator\": \"near\"},\n";
        String tail = "task \"t\" {\n    driver = \"x\"\n  }\n";
        String text = "job \"j\" {\n" + constraint.repeat(12_000) + tail + "}\n";
        String other = "{\"job\": {\"j\": {\"constraint\": [\n" + json.repeat(12_000) + "{\"operator\": \"=\"}],"
                + " \"task\": {\"t\": {\"driver\": \"x\"}}}}}";
        assertThat(faults("x.hcl", text)).element(23_998).asString().startsWith("x.hcl:36000,5-13 Unknown");
        assertThat(faults("x.json", other)).element(23_998).asString().startsWith("x.json:12001,2-12 Unknown");
    }

    private String at(String... path) {
        return places.of(List.of(path)).map(Range::toString).orElse("");
    }
}
