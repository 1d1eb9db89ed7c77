package io.outrider.agent.cli.api;

import io.outrider.agent.cli.output.Terminal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * Which agent a command asks, and as whom: options that every such command has. Where an option is not given, the
 * variables of the reference's command line count.
 */
public final class ApiOptions {

    private static final String NOBODY_SAYS = "http://127.0.0.1:4646";

    @Spec(Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-address", "--address"},
            paramLabel = "ADDRESS",
            description = "Where the agent answers. Also OUTRIDER_ADDR and NOMAD_ADDR. Default: " + NOBODY_SAYS + ".")
    private @Nullable String address;

    @Option(
            names = {"-namespace", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of what is asked for. Also NOMAD_NAMESPACE. Default: default.")
    private @Nullable String namespace;

    @Option(
            names = {"-region", "--region"},
            paramLabel = "NAME",
            description = "Region of what is asked for. Also NOMAD_REGION.")
    private @Nullable String region;

    @Option(
            names = {"-token", "--token"},
            paramLabel = "SECRET",
            description = "Token to show the agent. Also NOMAD_TOKEN.")
    private @Nullable String token;

    @Option(
            names = {"-ca-cert", "--ca-cert"},
            paramLabel = "FILE",
            description =
                    "PEM file with the authorities that may have signed the agent's certificate. Also NOMAD_CACERT.")
    private @Nullable Path caCert;

    @Option(
            names = {"-client-cert", "--client-cert"},
            paramLabel = "FILE",
            description = "PEM file with the certificate to show the agent. Also NOMAD_CLIENT_CERT.")
    private @Nullable Path clientCert;

    @Option(
            names = {"-client-key", "--client-key"},
            paramLabel = "FILE",
            description = "PEM file with the key of that certificate, unencrypted. Also NOMAD_CLIENT_KEY.")
    private @Nullable Path clientKey;

    @Option(
            names = {"-tls-server-name", "--tls-server-name"},
            paramLabel = "NAME",
            description = "Name that the agent's certificate is for, if not that of the address. Also"
                    + " NOMAD_TLS_SERVER_NAME.")
    private @Nullable String tlsServerName;

    @Option(
            names = {"-tls-skip-verify", "--tls-skip-verify"},
            description = "Take any certificate of the agent. Also NOMAD_SKIP_VERIFY.")
    private boolean tlsSkipVerify;

    /** Speaks to the agent that the command line names. A value that cannot be used is a wrong usage. */
    public ApiClient client(Terminal terminal) {
        Map<String, String> env = terminal.env();
        return new ApiClient(new ApiTarget(
                base(env),
                namespace(env),
                given(region, env, "NOMAD_REGION"),
                given(token, env, "NOMAD_TOKEN"),
                new ApiTls(
                        path(caCert, env, "NOMAD_CACERT"),
                        path(clientCert, env, "NOMAD_CLIENT_CERT"),
                        path(clientKey, env, "NOMAD_CLIENT_KEY"),
                        given(tlsServerName, env, "NOMAD_TLS_SERVER_NAME"),
                        tlsSkipVerify || isTrue(env.getOrDefault("NOMAD_SKIP_VERIFY", "")))));
    }

    private URI base(Map<String, String> env) {
        Optional<String> said = given(address, env, "OUTRIDER_ADDR");
        String text = said.or(() -> given(null, env, "NOMAD_ADDR")).orElse(NOBODY_SAYS);
        try {
            return ApiTarget.base(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    /** The namespace that is asked for. */
    public String namespace(Map<String, String> env) {
        return given(namespace, env, "NOMAD_NAMESPACE").orElse("default");
    }

    /** Whether the command line or the environment names one. */
    public boolean namesNamespace(Map<String, String> env) {
        return given(namespace, env, "NOMAD_NAMESPACE").isPresent();
    }

    private static Optional<Path> path(@Nullable Path option, Map<String, String> env, String variable) {
        return option != null ? Optional.of(option) : given(null, env, variable).map(Path::of);
    }

    private static Optional<String> given(@Nullable String option, Map<String, String> env, String variable) {
        String value = option != null ? option : env.getOrDefault(variable, "");
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private static boolean isTrue(String text) {
        return "1".equals(text) || "t".equalsIgnoreCase(text) || "true".equalsIgnoreCase(text);
    }
}
