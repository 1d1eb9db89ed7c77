package io.outrider.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigFilesTest {

    private final Path folder;

    ConfigFilesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.hcl", "pair-client.hcl", "pair-server.hcl"})
    void readsTheConfigsOfRecordedAgents(String name) throws IOException {
        Path file = Launched.ROOT.resolve("../shared/golden/agents").resolve(name);
        boolean there = Files.exists(file);
        assertThat(there || System.getenv("CI") == null)
                .as("%s is there in CI", file)
                .isTrue();
        Assumptions.assumeTrue(there, file + " is not there");
        AgentConfig config = read(write(name, Files.readString(file).replace("@DIR@", "/golden")));
        assertThat(config.name().orElseThrow()).startsWith("golden");
        assertThat(config.dataDir().orElseThrow()).asString().startsWith("/golden/");
        assertThat(config.http().port()).isIn(4646, 4666, 4656);
        assertThat(config.meta()).isEqualTo(name.equals("dev.hcl") ? Map.of("rack", "r1") : Map.of());
    }

    @Test
    void readsTheOlderSyntax() {
        AgentConfig config = read(write("old.hcl", """
                # a remark
                "name" = "n", "region" = "r"
                ports = { http = "7000" }
                client { enabled = true meta { "a.b" = 1, c = true } }
                http_api_response_headers = { "X-One" = "${not.evaluated}" }
                tls { http = "false" }
                """));
        assertThat(config.name()).contains("n");
        assertThat(config.region()).isEqualTo("r");
        assertThat(config.http().port()).isEqualTo(7000);
        assertThat(config.meta()).containsOnly(Map.entry("a.b", "1"), Map.entry("c", "true"));
        assertThat(config.http().headers()).containsOnly(Map.entry("X-One", "${not.evaluated}"));
    }

    @Test
    void readsJson() {
        AgentConfig config = read(write("agent.json", """
                {"//": "a remark", "name": "n", "ports": {"http": 7000}, "log_level": "WARN",
                 "client": [{"enabled": true, "meta": [{"a": "b"}]}],
                 "plugin": [{"raw_exec": [{"config": [{"enabled": true}]}]}]}
                """));
        assertThat(config.name()).contains("n");
        assertThat(config.http().port()).isEqualTo(7000);
        assertThat(config.log().level()).isEqualTo("warn");
        assertThat(config.meta()).containsOnly(Map.entry("a", "b"));
        assertThat(config.notes()).singleElement().asString().endsWith(": plugin");
    }

    @Test
    void laterFilesCountOverEarlierOnesUnlessTheySayNothing() throws IOException {
        Path dir = Files.createDirectory(folder.resolve("config.d"));
        Files.writeString(dir.resolve("20-b.hcl"), """
                log_level = "error"
                datacenter = ""
                leave_on_terminate = false
                client { meta { b = "20" c = "20" } }
                limits { http_max_conns_per_client = 0 }
                """);
        Files.writeString(dir.resolve("10-a.json"), """
                {"datacenter": "from-10", "log_level": "warn", "leave_on_terminate": true,
                 "client": {"meta": {"a": "10", "b": "10"}}}
                """);
        for (String ignored : List.of("30.hcl~", ".#30.hcl", "#30.hcl#", "30.txt")) {
            Files.writeString(dir.resolve(ignored), "broken {");
        }
        Path last = write("last.hcl", "region = \"last\"");
        AgentConfig config = ConfigFiles.read(line(List.of(dir, last), Optional.of("trace")));
        assertThat(config.datacenter()).isEqualTo("from-10");
        assertThat(config.region()).isEqualTo("last");
        assertThat(config.leave().onTerminate()).isTrue();
        assertThat(config.log().level()).as("of the command line").isEqualTo("trace");
        assertThat(config.meta()).containsOnly(Map.entry("a", "10"), Map.entry("b", "20"), Map.entry("c", "20"));
        assertThat(config.http().limits().connectionsPerClient()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void readsTimesSizesAndLimits() {
        AgentConfig config =
                read(write("limits.hcl", """
                log_file = "/var/log/outrider/"
                log_rotate_bytes = 1024
                log_rotate_duration = "1h30m"
                log_rotate_max_files = 3
                log_levels { io.outrider.agent.http = "debug" }
                limits {
                  http_max_conns     = 10
                  http_max_body_bytes = 2048
                  http_idle_timeout  = "1m30s"
                }
                """.replace("io.outrider.agent.http", "\"io.outrider.agent.http\"")));
        LogConfig.LogFile file = config.log().file().orElseThrow();
        assertThat(file)
                .isEqualTo(new LogConfig.LogFile(
                        Path.of("/var/log/outrider/outrider.log"), 1024, Duration.ofMinutes(90), 3));
        assertThat(config.log().levels()).containsOnly(Map.entry("io.outrider.agent.http", "debug"));
        assertThat(config.http().limits().connections()).isEqualTo(10);
        assertThat(config.http().limits().bodyBytes()).isEqualTo(2048);
        assertThat(config.http().limits().idle()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void namesKnownKeysThatHaveNoEffect() {
        Path file = write("more.hcl", """
                telemetry { prometheus_metrics = true }
                client { enabled = true  cni_path = "/x"  host_volume "data" { path = "/y" } }
                """);
        assertThat(read(file).notes())
                .containsExactly(file
                        + ": known, but without effect here so far: telemetry, client.cni_path, client.host_volume");
    }

    @Test
    void saysAllThatIsWrongAtOnceAndWhere() {
        Path first = write("first.hcl", """
                dataa_dir = "/x"
                client {
                  enabld = true
                  gc_interval = 5
                }
                limits { https_handshake_timeout = "5" }
                """);
        Path second = write("second.json", """
                {"ports": {"http": 70000},
                 "leave_on_interrupt": "perhaps",
                 "log_level": "loud",
                 "tls": {"http": true, "verify_https_client": true}}
                """);
        assertThatThrownBy(() -> ConfigFiles.read(line(List.of(first, second), Optional.empty())))
                .isInstanceOf(ConfigException.class)
                .extracting(error ->
                        String.valueOf(error.getMessage()).lines().sorted().toList())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
                .containsExactlyInAnyOrder(
                        first + ":1:1: unknown key dataa_dir. Did you mean \"data_dir\"?",
                        first + ":3:3: unknown key client.enabld. Did you mean \"enabled\"?",
                        first + ":4:17: client.gc_interval takes a duration in quotes, such as \"30s\" or \"1h30m\":"
                                + " found a number",
                        first + ":6:36: limits.https_handshake_timeout takes a duration in quotes, such as \"30s\" or"
                                + " \"1h30m\": found \"5\"",
                        second + ":1:20: ports.http must be between 1 and 65535: found 70000",
                        second + ":2:24: leave_on_interrupt takes true or false: found \"perhaps\"",
                        second + ":3:15: log_level must be one of trace, debug, info, warn, error: found loud",
                        second + ":4:18: tls.http needs tls.cert_file: a certificate in PEM",
                        second + ":4:18: tls.http needs tls.key_file: a private key in PEM",
                        second + ":4:47: tls.verify_https_client needs tls.ca_file: certificates in PEM that clients"
                                + " must be signed by");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name = ",
                "name = \"open",
                "client {",
                "{\"name\": }",
                "name = name2",
                "name = [1]",
                "client = 5",
                "plugin \"x\" = 3",
                "a b c",
                "\u0000"
            })
    void refusesWhatIsNoConfig(String text) {
        Path file = write("bad.hcl", text);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(ConfigException.class)
                .message()
                .startsWith(file + ":1:");
    }

    @Test
    void readsTheExample() throws IOException {
        Path example = Launched.ROOT.resolve("dist/outrider.hcl");
        AgentConfig config = read(example);
        assertThat(config.dataDir()).contains(Path.of("/var/lib/outrider"));
        assertThat(config.notes()).isEmpty();
        String everything = Files.readString(example).replaceAll("(?m)^( *)# ( *(?:[\\w.\"-]+ +[={].*|}))$", "$1$2");
        AgentConfig whole = read(write("whole.hcl", everything));
        assertThat(whole.notes()).isEmpty();
        assertThat(whole.http().limits()).as("defaults").isEqualTo(config.http().limits());
        assertThat(whole.http().tls()).isPresent();
        assertThat(whole.leave()).isEqualTo(config.leave());
        assertThat(whole.log().file()).isPresent();
        assertThat(whole.log().levels()).hasSize(1);
        assertThat(whole.meta()).hasSize(1);
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> read(folder.resolve("none.hcl")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("cannot read the config " + folder.resolve("none.hcl") + ": no such file or directory");
    }

    private static AgentConfig read(Path file) {
        return ConfigFiles.read(line(List.of(file), Optional.empty()));
    }

    private static Overrides line(List<Path> files, Optional<String> level) {
        return new Overrides(
                false, files, Optional.empty(), OptionalInt.empty(), Optional.empty(), level, Optional.empty());
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
