package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.corpus.Corpus;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import java.util.stream.Collectors;
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
                max_run_duration           = "1h"
                prevent_reschedule_on_lost = true
                network {
                  mode = "host"
                  cni {
                    args = { KEY = "v" }
                  }
                  port "http" {
                    static           = 80
                    ignore_collision = true
                  }
                }
                volume "v" {
                  type   = "host"
                  source = "s"
                  sticky = true
                }
                service {
                  name    = "s"
                  cluster = "c"
                  kind    = "api-gateway"
                  weights {
                    passing = 5
                  }
                  identity {
                    aud = ["consul"]
                  }
                  check {
                    type                    = "tcp"
                    port                    = "http"
                    interval                = "10s"
                    timeout                 = "2s"
                    notes                   = "n"
                  }
                  connect {
                    sidecar_service {
                      proxy {
                        transparent_proxy {
                          uid                    = "101"
                          outbound_port          = 15001
                          exclude_outbound_ports = [443, 80]
                        }
                        upstreams {
                          destination_name      = "d"
                          destination_partition = "p"
                        }
                      }
                    }
                    sidecar_task {
                      volume_mount {
                        volume        = "v"
                        destination   = "/v"
                        selinux_label = "z"
                      }
                      identity {
                        name = "i"
                      }
                    }
                  }
                }
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

                    extra_claims = ["unique_id"]
                  }
                  resources {
                    secrets = 8
                    device "nvidia/gpu" {}
                    numa {
                      affinity = "require"
                      devices  = ["nvidia/gpu"]
                    }
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
                "[{\"Name\":\"aws\",\"Audience\":[\"sts\"],\"TTL\":3600000000000,"
                        + "\"ExtraClaims\":[\"unique_id\"],\"Env\":false,\"File\":false}]");
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
    void whatTasksAskForIsGivenBack() {
        String resources = "/TaskGroups/0/Tasks/0/Resources/";
        holds(resources + "NUMA", "{\"Affinity\":\"require\",\"Devices\":[\"nvidia/gpu\"]}");
        holds(resources + "SecretsMB", "8");
    }

    @Test
    void argumentsOfNetworksAndVolumesAreGivenBack() {
        String group = "/TaskGroups/0/";
        holds(group + "PreventRescheduleOnLost", "true");
        holds(group + "Networks/0/CNI", "{\"Args\":{\"KEY\":\"v\"}}");
        holds(group + "Networks/0/ReservedPorts/0/IgnoreCollision", "true");
        holds(group + "Volumes/v/Sticky", "true");
    }

    @Test
    void argumentsOfServicesAreGivenBack() {
        String service = "/TaskGroups/0/Services/0/";
        holds(service + "Weights", "{\"Passing\":5,\"Warning\":1}");
        holds(service + "Identity", "{\"Audience\":[\"consul\"],\"Env\":false,\"File\":false}");
        holds(service + "Cluster", "\"c\"");
        holds(service + "Kind", "\"api-gateway\"");
        holds(service + "Checks/0/Notes", "\"n\"");
        String proxy = service + "Connect/SidecarService/Proxy/";
        holds(
                proxy + "TransparentProxy",
                "{\"UID\":\"101\",\"OutboundPort\":15001,\"ExcludeInboundPorts\":null,"
                        + "\"ExcludeOutboundPorts\":[443,80],\"ExcludeOutboundCIDRs\":null,\"ExcludeUIDs\":null,"
                        + "\"NoDNS\":false}");
        holds(proxy + "Upstreams/0/DestinationPartition", "\"p\"");
        String task = service + "Connect/SidecarTask/";
        holds(task + "VolumeMounts/0/SELinuxLabel", "\"z\"");
        holds(task + "Identities/0/Name", "\"i\"");
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

    private static String faults(String old, String wrong) {
        assertThat(TEXT).contains(old);
        ParseResult result = new JobParser(FileAccess.none())
                .parse(Source.of("new.nomad.hcl", TEXT.replace(old, wrong)), Variables.none());
        assertThat(result.diagnostics()).isEmpty();
        Parsed parsed = (Parsed) result;
        return JobCheck.check(Canonical.of(parsed.job())).stream()
                .map(fault -> parsed.places().of(fault.place()).map(Range::text).orElse("") + ": " + fault.message())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void argumentsAreValidated() {
        String group = "Task group g: ";
        assertThat(faults("\"require\"", "\"near\""))
                .contains("affinity: " + group
                        + "Task t: numa affinity must be one of none, prefer, or require; got \"near\"");
        assertThat(faults("[\"nvidia/gpu\"]", "[\"amd\"]"))
                .contains("devices: " + group + "Task t: numa device \"amd\" is not a device of the task");
        assertThat(faults("passing = 5", "passing = -5"))
                .contains("passing: " + group
                        + "Task group service: Service[0] s: Service passing weight must be at least 1; got -5");
        assertThat(faults("mode = \"host\"", "mode = \"bridge\""))
                .contains("ignore_collision: " + group + "Task group network: Port \"http\" may ignore collisions in"
                        + " network mode \"host\" only, not \"bridge\"");
    }
}
