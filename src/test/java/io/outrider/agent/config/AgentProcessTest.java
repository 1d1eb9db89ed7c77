package io.outrider.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code outrider agent} as a process that is told things by files and signals. */
@Execution(ExecutionMode.CONCURRENT)
final class AgentProcessTest {

    private static final Pattern READY = Pattern.compile("ready: (https?://\\S+), ");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Path data;
    private final List<Long> tasks = new ArrayList<>();

    AgentProcessTest(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("data");
    }

    @AfterEach
    void leaveNothing() {
        tasks.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        Launched.unmountBelow(folder);
    }

    @Test
    void leavesTasksRunningUnlessItIsToldToTakeThemAlong() throws IOException, InterruptedException {
        Path file = write("a.hcl", """
                data_dir = "%s"
                log_level = "warn"
                client { meta { rack = "r1" } }
                http_api_response_headers { X-Told = "by the config" }
                """.formatted(data));
        Path pid = folder.resolve("pid");
        HttpClient http = HttpClient.newHttpClient();
        try (Launched agent = agent(file)) {
            String url = url(agent);
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/v1/jobs"))
                            .POST(BodyPublishers.ofString(job(pid)))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue("X-Told")).contains("by the config");
            agent.await(() -> isWritten(pid), "the task runs");
            tasks.add(Long.parseLong(Files.readString(pid).strip()));
            refusedBesideIt(file, url);
            write(
                    "a.hcl",
                    Files.readString(file).replace("\"warn\"", "\"debug\"").replace("r1", "r2"));
            agent.signal("HUP");
            agent.await(() -> agent.err().contains("config read again: log level debug"), "read again");
            assertThat(agent.err()).contains("not changed until the agent is started again: client.meta");
            write("a.hcl", "broken {");
            agent.signal("HUP");
            agent.await(() -> agent.err().contains("the config is not read again"), "refused");
            agent.signal("TERM");
            assertThat(agent.exitCode()).as(agent.err()).isZero();
        }
        assertThat(Launched.lives(tasks.get(0)))
                .as("the task outlives the agent")
                .isTrue();
        write("a.hcl", "data_dir = \"" + data + "\"\nleave_on_terminate = true");
        try (Launched agent = agent(file)) {
            url(agent);
            agent.signal("TERM");
            assertThat(agent.exitCode()).as(agent.err()).isZero();
        }
        assertThat(Launched.lives(tasks.get(0)))
                .as("the task goes with the agent")
                .isFalse();
    }

    private void refusedBesideIt(Path file, String url) {
        try (Launched second = agent(file)) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err().lines()).singleElement().asString().contains(data.toString());
        }
        Path other = folder.resolve("other");
        String port = String.valueOf(URI.create(url).getPort());
        try (Launched second = Launched.start(
                folder, "agent", "-data-dir", other.toString(), "-http-port", port, "-log-level", "error")) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err().lines())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + port)
                    .contains("in use");
        }
        assertThat(other.resolve("state")).doesNotExist();
    }

    @Test
    void servesHttpsToThoseWhoShowACertificate() throws IOException, InterruptedException, GeneralSecurityException {
        TestCertificate server = TestCertificate.make(folder, "server");
        TestCertificate client = TestCertificate.make(folder, "client");
        Path certificate = folder.resolve("server.pem");
        Path key = folder.resolve("server.key");
        server.write(certificate, key);
        client.write(folder.resolve("client.pem"), folder.resolve("client.key"));
        Path log = folder.resolve("agent.log");
        Path file = write("tls.hcl", """
                log_file = "%s"
                log_json = true
                log_level = "debug"
                tls {
                  http      = true
                  cert_file = "%s"
                  key_file  = "%s"
                  ca_file   = "%s"
                  verify_https_client = true
                }
                """.formatted(log, certificate, key, folder.resolve("client.pem")));
        try (Launched agent = Launched.start(
                folder,
                Map.of("TMPDIR", folder.toString()),
                Launched.command("agent", "-dev", "-config", file.toString(), "-http-port", "0"))) {
            String url = url(agent);
            assertThat(url).startsWith("https://");
            assertThat(get(server, Optional.of(client), url)).isEqualTo(200);
            assertThatThrownBy(() -> get(server, Optional.empty(), url)).isInstanceOf(IOException.class);
            TestCertificate next = TestCertificate.make(folder, "next");
            next.write(certificate, key);
            agent.signal("HUP");
            agent.await(() -> agent.err().contains("config read again"), "read again");
            assertThat(get(next, Optional.of(client), url)).isEqualTo(200);
            assertThatThrownBy(() -> get(server, Optional.of(client), url)).isInstanceOf(IOException.class);
            agent.signal("INT");
            assertThat(agent.exitCode()).as(agent.err()).isZero();
        }
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            JsonNode event = JsonMapper.shared().readTree(line);
            assertThat(event.path("@level").asString()).isIn("trace", "debug", "info", "warn", "error");
            assertThat(event.path("@message").asString()).isNotEmpty();
        }
    }

    @Test
    void saysAllFaultsOfItsConfigAndStartsNothing() throws IOException {
        Path file = write("bad.hcl", """
                data_dir = "%s"
                nme = "x"
                log_level = "loud"
                """.formatted(data));
        try (Launched agent = agent(file)) {
            assertThat(agent.exitCode()).isEqualTo(1);
            assertThat(agent.err().lines())
                    .containsExactlyInAnyOrder(
                            "outrider: " + file + ":2:1: unknown key nme. Did you mean \"name\"?",
                            file + ":3:13: log_level must be one of trace, debug, info, warn, error: found loud");
        }
        try (Launched agent = agent(write("tls.hcl", """
                data_dir = "%s"
                tls { http = true cert_file = "%s" key_file = "/none.key" }
                """.formatted(data, file)))) {
            assertThat(agent.exitCode()).isEqualTo(1);
            assertThat(agent.err().lines()).singleElement().asString().contains("key_file /none.key does not exist");
        }
        assertThat(data.resolve("state")).doesNotExist();
    }

    private static int get(TestCertificate server, Optional<TestCertificate> own, String url)
            throws IOException, InterruptedException, GeneralSecurityException {
        return HttpClient.newBuilder()
                .sslContext(server.client(own))
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/v1/agent/self"))
                                .timeout(PATIENCE)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private Launched agent(Path config) {
        return Launched.start(folder, "agent", "-config", config.toString(), "-http-port", "0");
    }

    private static String url(Launched agent) {
        agent.await(() -> READY.matcher(agent.err()).find(), "the agent is ready");
        Matcher ready = READY.matcher(agent.err());
        assertThat(ready.find()).isTrue();
        return ready.group(1);
    }

    private static boolean isWritten(Path file) {
        try {
            return Files.exists(file) && Files.readString(file).endsWith("\n");
        } catch (IOException e) {
            return false;
        }
    }

    private static String job(Path pid) {
        return """
                {"Job": {"ID": "stays", "Type": "service", "Datacenters": ["dc1"],
                  "TaskGroups": [{"Name": "g", "Count": 1, "Tasks": [{"Name": "t", "Driver": "raw_exec",
                    "Config": {"command": "/bin/sh", "args": ["-c", "echo $$ > %s; exec sleep 1000"]}}]}]}}
                """.formatted(pid);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
