package io.outrider.agent.config;

import io.outrider.agent.config.LogConfig.LogFile;
import io.outrider.agent.http.HttpConfig;
import io.outrider.agent.http.listen.HttpLimits;
import io.outrider.agent.http.listen.TlsFiles;
import io.outrider.jobspec.hcl.Diagnostics;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes a config of settings and finds what is wrong in their values. Of one thread. */
final class Assembly {

    private static final List<String> LEVELS = List.of("trace", "debug", "info", "warn", "error");
    private static final Duration DAY = Duration.ofDays(1);
    private static final int PORT = 4646;

    private final Settings settings;
    private final Diagnostics faults;
    private final boolean dev;

    Assembly(Settings settings, Diagnostics faults, boolean dev) {
        this.settings = settings;
        this.faults = faults;
        this.dev = dev;
    }

    /** Whether it may be used is in the diagnostics. */
    AgentConfig config(List<String> notes) {
        LogConfig log = log();
        boolean leaveOnInterrupt = dev || settings.truth("leave_on_interrupt");
        boolean leaveOnTerminate = dev || settings.truth("leave_on_terminate");
        Optional<Path> dataDir = path("data_dir");
        dataDir.filter(dir -> !dir.isAbsolute() && settings.place("data_dir") != null)
                .ifPresent(dir -> wrong("data_dir", "must be an absolute path", dir));
        return new AgentConfig(
                settings.text("name"),
                settings.text("region").orElse("global"),
                settings.text("datacenter").orElse("dc1"),
                dataDir,
                settings.map("client.meta"),
                http(log.level()),
                log,
                new AgentConfig.Leave(leaveOnInterrupt, leaveOnTerminate),
                notes);
    }

    private HttpConfig http(String logLevel) {
        String key = settings.find("addresses.http").isPresent() ? "addresses.http" : "bind_addr";
        String host = settings.text(key).orElse("127.0.0.1");
        if (host.contains("{{")) {
            wrong(key, "must be an address: templates of addresses are not known here", host);
        }
        int port = number("ports.http", PORT, settings.place("ports.http") == null ? 0 : 1, 65_535);
        return new HttpConfig(host, port, limits(), dev, logLevel)
                .answering(settings.map("http_api_response_headers"))
                .secured(tls());
    }

    private HttpLimits limits() {
        HttpLimits usual = HttpLimits.DEFAULT;
        int perClient = number("limits.http_max_conns_per_client", usual.connectionsPerClient(), 0, Integer.MAX_VALUE);
        return usual.withConnections(
                        number("limits.http_max_conns", usual.connections(), 1, Integer.MAX_VALUE),
                        perClient == 0 ? Integer.MAX_VALUE : perClient)
                .withSizes(
                        number("limits.http_max_head_bytes", usual.headBytes(), 1024, 1 << 20),
                        number("limits.http_max_body_bytes", usual.bodyBytes(), 1024, 64 << 20))
                .withTimes(
                        time("limits.http_head_timeout", usual.head()),
                        time("limits.http_body_timeout", usual.body()),
                        time("limits.http_idle_timeout", usual.idle()),
                        time("limits.http_write_timeout", usual.write()));
    }

    private Optional<TlsFiles> tls() {
        if (!settings.truth("tls.http")) {
            return Optional.empty();
        }
        boolean verify = settings.truth("tls.verify_https_client");
        Optional<Path> cert = path("tls.cert_file");
        Optional<Path> key = path("tls.key_file");
        Optional<Path> ca = path("tls.ca_file");
        if (cert.isEmpty()) {
            faults.error("tls.http needs tls.cert_file", "a certificate in PEM", settings.place("tls.http"));
        }
        if (key.isEmpty()) {
            faults.error("tls.http needs tls.key_file", "a private key in PEM", settings.place("tls.http"));
        }
        if (verify && ca.isEmpty()) {
            faults.error(
                    "tls.verify_https_client needs tls.ca_file",
                    "certificates in PEM that clients must be signed by",
                    settings.place("tls.verify_https_client"));
        }
        Duration handshake = time("limits.https_handshake_timeout", TlsFiles.HANDSHAKE);
        return cert.flatMap(c -> key.map(k -> new TlsFiles(c, k, ca, verify, handshake)));
    }

    private LogConfig log() {
        Map<String, String> levels = settings.map("log_levels");
        levels.values().forEach(level -> level("log_levels", level));
        String level = level("log_level", settings.text("log_level").orElse("info"));
        Optional<LogFile> file = settings.text("log_file").flatMap(name -> logFile(name));
        return new LogConfig(level, levels, settings.truth("log_json"), file);
    }

    private String level(String key, String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(lower)) {
            wrong(key, "must be one of " + String.join(", ", LEVELS), value);
        }
        return lower;
    }

    /** As with the reference, a name that ends with a slash is a folder. */
    private Optional<LogFile> logFile(String name) {
        Optional<Path> path = path("log_file").map(file -> name.endsWith("/") ? file.resolve("outrider.log") : file);
        long bytes = settings.find("log_rotate_bytes")
                .map(given -> (Long) given.value())
                .orElse(0L);
        if (bytes < 0) {
            wrong("log_rotate_bytes", "must not be negative", bytes);
        }
        Duration every = time("log_rotate_duration", DAY);
        int most = number("log_rotate_max_files", 0, -1, 10_000);
        return path.map(file -> new LogFile(file, bytes, every, most));
    }

    private Optional<Path> path(String key) {
        try {
            return settings.text(key).map(Path::of);
        } catch (InvalidPathException e) {
            wrong(key, "must be a path", String.valueOf(e.getInput()).replace('\0', '?'));
            return Optional.empty();
        }
    }

    private int number(String key, int usual, int least, int most) {
        long value = settings.find(key).map(given -> (Long) given.value()).orElse((long) usual);
        if (value < least || value > most) {
            wrong(key, "must be between " + least + " and " + most, value);
            return usual;
        }
        return (int) value;
    }

    private Duration time(String key, Duration usual) {
        Duration value =
                settings.find(key).map(given -> (Duration) given.value()).orElse(usual);
        if (value.isNegative() || value.isZero()) {
            wrong(key, "must be more than 0", "\"" + value.toSeconds() + "s\"");
            return usual;
        }
        return value;
    }

    private void wrong(String key, String why, Object found) {
        faults.error(key + " " + why, "found " + found, settings.place(key));
    }
}
