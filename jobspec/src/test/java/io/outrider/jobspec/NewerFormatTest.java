package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Blocks that later versions of the format brought are read and given back in the API's JSON. */
final class NewerFormatTest {
    private static final String TEXT = """
            job "j" {
              ui {
                description = "d"
                link {
                  label = "l"
                  url   = "u"
                }
              }
              group "g" {
                max_run_duration = "1h"
                disconnect {
                  lost_after = "6h"
                  replace    = false
                  reconcile  = "keep_original"
                }
                task "t" {
                  driver = "raw_exec"
                  vault {
                    role = "r"
                  }
                  consul {
                    cluster = "c"
                  }
                  identity {
                    env = true
                  }
                  identity {
                    name = "aws"
                    aud  = ["sts"]
                    ttl  = "1h"
                  }
                  action "flush" {
                    command = "/bin/flush"
                    args    = ["-a"]
                  }
                  secret "s" {
                    provider = "nomad"
                    path     = "p"
                  }
                  schedule {
                    cron {
                      start = "0 8 * * *"
                      end   = "0 18 * * *"
                    }
                  }
                  template {
                    data        = "x"
                    destination = "local/x"
                    once        = true
                  }
                }
              }
            }
            """;

    private static JsonNode job() {
        ParseResult result = new JobParser(FileAccess.none()).parse(Source.of("new.nomad.hcl", TEXT), Variables.none());
        assertThat(result.diagnostics()).isEmpty();
        String json = Json.jobFile().writeValueAsString(Canonical.of(((Parsed) result).job()));
        return Json.mapper().readTree(json);
    }

    private static void holds(String pointer, String expected) {
        JsonNode found = job().at(pointer);
        assertThat(Corpus.difference(Json.mapper().readTree(expected), found, pointer))
                .isEmpty();
    }

    @Test
    void blocksOfJobsAndGroupsAreGivenBack() {
        holds("/UI", "{\"Description\":\"d\",\"Links\":[{\"Label\":\"l\",\"URL\":\"u\"}]}");
        holds("/TaskGroups/0/MaxRunDuration", "3600000000000");
        holds(
                "/TaskGroups/0/Disconnect",
                "{\"LostAfter\":21600000000000,\"Replace\":false,\"Reconcile\":\"keep_original\"}");
    }

    @Test
    void blocksOfTasksAreGivenBack() {
        String task = "/TaskGroups/0/Tasks/0/";
        holds(task + "Identity", "{\"Env\":true,\"File\":false}");
        holds(
                task + "Identities",
                "[{\"Name\":\"aws\",\"Audience\":[\"sts\"],\"TTL\":3600000000000,\"Env\":false,\"File\":false}]");
        holds(task + "Actions", "[{\"Name\":\"flush\",\"Command\":\"/bin/flush\",\"Args\":[\"-a\"]}]");
        holds(
                task + "Secrets",
                "[{\"Name\":\"s\",\"Provider\":\"nomad\",\"Path\":\"p\",\"Config\":null,\"Env\":null}]");
        holds(task + "Schedule", "{\"Cron\":{\"Start\":\"0 8 * * *\",\"End\":\"0 18 * * *\",\"Timezone\":\"\"}}");
        holds(task + "Vault/Role", "\"r\"");
        holds(task + "Consul/Cluster", "\"c\"");
        holds(task + "Templates/0/Once", "true");
    }

    @Test
    void unwrittenOnesAreNotInTheJson() {
        ParseResult plain = new JobParser(FileAccess.none())
                .parse(
                        Source.of("old.nomad.hcl", "job \"j\" {\n  group \"g\" {\n    task \"t\" {}\n  }\n}\n"),
                        Variables.none());
        String json = Json.server().writeValueAsString(((Parsed) plain).job());
        assertThat(json).doesNotContain("\"UI\"", "\"Disconnect\"", "\"Identities\"", "\"Schedule\"");
    }
}
