package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outrider.agent.Launched;
import io.outrider.agent.cli.AskedAgent.Ran;
import io.outrider.state.model.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that ask an agent, against one that runs the jobs with which the reference's commands were recorded: they
 * print the same but for what is said here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class AgentCommandsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What an ended task has used is not told. */
    private static final String USED = "<n>/<n> MHz <size>/<size> <size>";

    private static final String GIVEN = "<n> MHz <size> <size>";

    private @Nullable AskedAgent agent;
    private String done = "";
    private String web = "";
    private String node = "";

    @BeforeAll
    void start(@TempDir Path dir) throws IOException {
        Path jobs = SharedData.folder("golden").resolve("cli-jobs");
        agent = AskedAgent.start(dir);
        submit(Files.readString(jobs.resolve("done.json")));
        // A server that needs nothing installed.
        submit(Files.readString(jobs.resolve("web.json"))
                .replaceAll("exec python3 -m http.server -b 127.0.0.1 [^\"]*", "exec sleep 600"));
        done = agent().await("done", alloc -> "complete".equals(alloc.clientStatus()));
        web = agent().await("web", alloc -> "running".equals(alloc.clientStatus()));
        node = run("node", "status", "-t", "{{(index . 0).ID}}").out().strip();
    }

    private void submit(String job) {
        assertThat(run("operator", "api", "-d", job, "/v1/jobs").out()).contains("EvalID");
    }

    @AfterAll
    void stop() {
        if (agent != null) {
            agent.close();
        }
    }

    private AskedAgent agent() {
        return Objects.requireNonNull(agent, "agent");
    }

    private Ran run(String... command) {
        return agent().run("NOMAD_ADDR", command);
    }

    private void isAsRecorded(GoldenLines golden, String... command) {
        Ran ran = run(command);
        assertThat(ran.err()).as(ran.out()).isEmpty();
        golden.isPrinted(ran.out());
        assertThat(ran.code()).isEqualTo(Integer.parseInt(golden.exitCode()));
    }

    private void isRefused(String message, String... command) {
        Ran ran = run(command);
        assertThat(ran.err()).contains("outrider: " + message);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void allocsAreShown() {
        isAsRecorded(GoldenLines.of("alloc-status-finished").but(USED, GIVEN), "alloc", "status", done);
        assertThat(run("alloc", "status", "-json", done).out()).contains("    \"ID\": \"" + done + "\"");
        assertThat(run("alloc", "status", "-t", "{{.Name}} {{.ClientStatus}}", done)
                        .out())
                .isEqualTo("done.g[0] complete\n");
        isRefused(
                "template: -t:1:2: executing \"-t\" at <.Nmae>: can't evaluate field Nmae. Did you mean \"Name\"?",
                "alloc",
                "status",
                "-t",
                "{{.Nmae}}",
                done);
        isRefused("No allocation(s) with prefix or id \"ffffffff\" found", "alloc", "status", "ffffffff");
        isRefused("Alloc ID must contain at least two characters.", "alloc", "status", "f");
    }

    @Test
    void logsArePrintedFromAnyEnd() {
        await().atMost(LIMIT).untilAsserted(() -> isAsRecorded(GoldenLines.of("alloc-logs"), "alloc", "logs", done));
        isAsRecorded(GoldenLines.of("alloc-logs-tail"), "alloc", "logs", "-tail", "-n", "2", done);
        isAsRecorded(GoldenLines.of("alloc-logs-bytes"), "alloc", "logs", "-tail", "-c", "6", done);
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> isAsRecorded(GoldenLines.of("alloc-logs-stderr"), "alloc", "logs", "-stderr", done));
        await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        run("alloc", "logs", "-job", "-task", "log", "web").out())
                .startsWith("first line\n"));
        isRefused("Allocation \"" + web.substring(0, 8) + "\" is running the following tasks:", "alloc", "logs", web);
        isRefused("unknown task name \"nope\"", "alloc", "logs", web, "nope");
    }

    @Test
    void logsAndFilesAreFollowedUntilCtrlC(@TempDir Path dir) {
        try (Launched logs = Launched.start(dir, "alloc", "logs", "-address", agent().url(), "-f", done)) {
            logs.awaitOut("out 4\n").await(() -> logs.err().contains("err 0\n"), "the error output as well");
            logs.signal("INT");
            assertThat(logs.exitCode()).isEqualTo(130);
        }
        try (Launched file = Launched.start(
                dir, "alloc", "fs", "-address", agent().url(), "-f", "-c", "4", done, "t/local/digits")) {
            file.awaitOut("6789");
            file.signal("INT");
            assertThat(file.exitCode()).isEqualTo(130);
            assertThat(file.out()).isEqualTo("6789");
        }
    }

    @Test
    void filesAreListedAndPrinted() {
        isAsRecorded(GoldenLines.of("alloc-fs"), "alloc", "fs", done);
        isAsRecorded(GoldenLines.of("alloc-fs-dir"), "alloc", "fs", done, "t/local");
        isAsRecorded(GoldenLines.of("alloc-fs-stat"), "alloc", "fs", "-stat", done, "t/local/digits");
        isAsRecorded(GoldenLines.of("alloc-fs-file"), "alloc", "fs", done, "t/local/digits");
        await().atMost(LIMIT)
                .untilAsserted(() -> isAsRecorded(
                        GoldenLines.of("alloc-fs-tail"),
                        "alloc",
                        "fs",
                        "-tail",
                        "-n",
                        "1",
                        done,
                        "alloc/logs/t.stdout.0"));
        isRefused("Path escapes the alloc directory", "alloc", "fs", done, "../x");
        assertThat(run("alloc", "fs", done, "t/local/nope").err()).contains("no such file or directory");
    }

    @Test
    void tasksAreSignalledAndRestarted() {
        await().atMost(LIMIT)
                .untilAsserted(() -> isAsRecorded(
                        GoldenLines.of("alloc-status-short"), "alloc", "status", "-short", web.substring(0, 8)));
        // It is printed behind the trap.
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(run("alloc", "logs", web, "log").out()).contains("first line"));
        isAsRecorded(GoldenLines.of("alloc-signal"), "alloc", "signal", "-s", "SIGUSR1", web, "log");
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(run("alloc", "logs", web, "log").out()).contains("got usr1"));
        isAsRecorded(GoldenLines.of("alloc-restart"), "alloc", "restart", web, "log");
        isRefused("restart of an alloc that should not run", "alloc", "restart", done);
    }

    @Test
    void nodesAreShown() {
        isAsRecorded(GoldenLines.of("node-status"), "node", "status");
        isAsRecorded(GoldenLines.of("node-pool-list"), "node", "pool", "list");
        isAsRecorded(GoldenLines.of("node-pool-info"), "node", "pool", "info", "default");
        isAsRecorded(GoldenLines.of("node-pool-nodes"), "node", "pool", "nodes", "default");
        isAsRecorded(GoldenLines.of("node-eligibility-enable"), "node", "eligibility", "-enable", node.substring(0, 8));
        Ran status = run("node", "status", node);
        assertThat(status.out())
                .contains(
                        "ID              = " + node,
                        "Driver Status   = ",
                        "Allocated Resources\nCPU ",
                        done.substring(0, 8));
        assertThat(status.code()).isZero();
        isRefused("No node(s) with prefix \"ffffffff\" found", "node", "status", "ffffffff");
    }

    @Test
    void metadataOfANodeIsChangedWhileItRuns() {
        isAsRecorded(GoldenLines.of("node-meta-apply"), "node", "meta", "apply", "-node-id", node, "k=v");
        assertThat(run("node", "meta", "read").out()).contains("All Meta\nk = v\n", "Dynamic Meta\nk = v\n");
        isAsRecorded(GoldenLines.of("node-meta-unset"), "node", "meta", "apply", "-node-id", node, "-unset", "k");
        assertThat(run("node", "meta", "read", "-node-id", node).out()).doesNotContain("k = v");
    }

    @Test
    void namespacesComeAndGo() {
        isAsRecorded(GoldenLines.of("namespace-status"), "namespace", "status", "default");
        isAsRecorded(GoldenLines.of("namespace-apply"), "namespace", "apply", "-description", "d", "extra");
        assertThat(run("namespace", "list").out())
                .containsPattern("extra +d")
                .containsPattern("default +Default shared namespace");
        assertThat(run("namespace", "inspect", "extra").out()).contains("    \"Description\": \"d\"");
        isAsRecorded(GoldenLines.of("namespace-delete"), "namespace", "delete", "extra");
    }

    @Test
    void namespacesAreReadFromFiles(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("space.hcl");
        Files.writeString(file, """
                name        = "of-a-file"
                description = "from a file"
                meta {
                  owner = "team"
                }
                capabilities {
                  disabled_task_drivers = ["exec"]
                }
                """);
        assertThat(run("namespace", "apply", file.toString()).err()).isEmpty();
        assertThat(run("namespace", "status", "of-a-file").out())
                .contains("Description     = from a file", "DisabledDrivers = exec", "owner = team");
        Files.writeString(file, "name = \"x\"\ndescripton = \"y\"\n");
        isRefused(
                "unknown key \"descripton\" in the file. Did you mean \"description\"?",
                "namespace",
                "apply",
                file.toString());
    }

    @Test
    void variablesAreWrittenReadAndRemoved(@TempDir Path dir) throws IOException {
        isAsRecorded(GoldenLines.of("var-put"), "var", "put", "app/one", "a=1", "b=2");
        isAsRecorded(GoldenLines.of("var-get"), "var", "get", "app/one");
        isAsRecorded(GoldenLines.of("var-get-item"), "var", "get", "-item", "a", "app/one");
        assertThat(run("var", "list", "-out", "terse").out()).isEqualTo("app/one\n");
        isRefused("Check-and-Set conflict", "var", "put", "-check-index", "0", "app/one", "a=3");
        Path file = dir.resolve("var.hcl");
        Files.writeString(file, run("var", "get", "-out", "hcl", "app/one").out());
        assertThat(run("var", "put", "-force", "-out", "none", file.toString(), "a=${4}"))
                .isEqualTo(new Ran(0, "", ""));
        assertThat(run("var", "get", "-t", "{{.Items.a}}{{.Items.b}}", "app/one")
                        .out())
                .isEqualTo("${4}2\n");
        isAsRecorded(GoldenLines.of("var-purge"), "var", "purge", "app/one");
        isRefused("Variable not found", "var", "get", "app/one");
    }

    @Test
    void theAgentTellsOfItself() {
        isAsRecorded(GoldenLines.of("agent-check"), "check");
        isAsRecorded(GoldenLines.of("system-reconcile"), "system", "reconcile", "summaries");
        assertThat(run("operator", "scheduler", "get-config").out())
                .contains("Scheduler Algorithm           = binpack");
        assertThat(run("server", "members").out()).startsWith("Name ").contains("golden");
        assertThat(run("agent-info").out()).contains("client\n").contains("  node_id = " + node);
        assertThat(run("operator", "api", "/v1/status/leader").out()).startsWith("\"");
        assertThat(run("deployment", "list").code()).isZero();
    }

    @Test
    void anAgentThatIsNotThereIsNamed() {
        isRefused(
                "no agent answers at http://127.0.0.1:1: connection refused;",
                "check",
                "-address",
                "http://127.0.0.1:1");
    }
}
