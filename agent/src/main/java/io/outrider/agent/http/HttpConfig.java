package io.outrider.agent.http;

import io.outrider.agent.http.listen.HttpLimits;
import java.util.Objects;

/**
 * Where and how the HTTP API is served.
 *
 * @param host address to listen on
 * @param port 0 for any that is free
 * @param limits what clients may cost
 * @param dev whether the agent is one to try things with
 * @param logLevel what the agent logs, as it is told
 */
public record HttpConfig(String host, int port, HttpLimits limits, boolean dev, String logLevel) {

    private static final int PORT = 4646;

    public HttpConfig {
        Objects.requireNonNull(host, "host");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("http port " + port + " (expected: 0 to 65535)");
        }
    }

    /** This machine only, the usual port. */
    public static HttpConfig local() {
        return new HttpConfig("127.0.0.1", PORT, HttpLimits.DEFAULT, false, "INFO");
    }

    /** The same at another place. */
    public HttpConfig at(String otherHost, int otherPort) {
        return new HttpConfig(otherHost, otherPort, limits, dev, logLevel);
    }

    /** The same with other limits. */
    public HttpConfig limited(HttpLimits other) {
        return new HttpConfig(host, port, other, dev, logLevel);
    }
}
