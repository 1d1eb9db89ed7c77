package io.outrider.agent.http;

import io.outrider.agent.http.listen.HttpLimits;
import io.outrider.agent.http.listen.TlsFiles;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where and how the HTTP API is served.
 *
 * @param host address to listen on
 * @param port 0 for any that is free
 * @param limits what clients may cost
 * @param dev whether the agent is one to try things with
 * @param logLevel what the agent logs, as it is told
 * @param headers added to every answer
 * @param tls certificates; empty: in the clear
 */
public record HttpConfig(
        String host,
        int port,
        HttpLimits limits,
        boolean dev,
        String logLevel,
        Map<String, String> headers,
        Optional<TlsFiles> tls) {

    private static final int PORT = 4646;

    public HttpConfig {
        Objects.requireNonNull(host, "host");
        headers = Map.copyOf(headers);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("http port " + port + " (expected: 0 to 65535)");
        }
    }

    /** In the clear, and without more headers. */
    public HttpConfig(String host, int port, HttpLimits limits, boolean dev, String logLevel) {
        this(host, port, limits, dev, logLevel, Map.of(), Optional.empty());
    }

    /** This machine only, the usual port. */
    public static HttpConfig local() {
        return new HttpConfig("127.0.0.1", PORT, HttpLimits.DEFAULT, false, "INFO");
    }

    /** The same at another place. */
    public HttpConfig at(String otherHost, int otherPort) {
        return new HttpConfig(otherHost, otherPort, limits, dev, logLevel, headers, tls);
    }

    /** The same with other limits. */
    public HttpConfig limited(HttpLimits other) {
        return new HttpConfig(host, port, other, dev, logLevel, headers, tls);
    }

    /** The same with these headers in every answer. */
    public HttpConfig answering(Map<String, String> more) {
        return new HttpConfig(host, port, limits, dev, logLevel, more, tls);
    }

    /** The same with or without certificates. */
    public HttpConfig secured(Optional<TlsFiles> files) {
        return new HttpConfig(host, port, limits, dev, logLevel, headers, files);
    }
}
