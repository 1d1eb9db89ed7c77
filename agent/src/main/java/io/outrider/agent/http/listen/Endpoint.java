package io.outrider.agent.http.listen;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * Where and how to listen.
 *
 * @param address port 0 for any
 * @param limits what clients may cost
 * @param headers added to every answer
 * @param tls empty: in the clear
 */
public record Endpoint(
        InetSocketAddress address, HttpLimits limits, Map<String, String> headers, Optional<Certificates> tls) {

    public Endpoint {
        headers = Map.copyOf(headers);
    }

    static Endpoint plain(InetSocketAddress address, HttpLimits limits) {
        return new Endpoint(address, limits, Map.of(), Optional.empty());
    }
}
