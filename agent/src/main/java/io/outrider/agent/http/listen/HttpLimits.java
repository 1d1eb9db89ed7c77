package io.outrider.agent.http.listen;

import java.time.Duration;

/**
 * What clients may cost. Durations of zero are not allowed; numbers are at least 1.
 *
 * @param headBytes request line and header fields together
 * @param bodyBytes a request's body
 * @param connections open at once, of all clients
 * @param connectionsPerClient open at once, of one address; what is more gets a 429
 * @param head how long a request's head may take from its first byte on
 * @param body how long a body may take
 * @param idle how long a connection may wait for its next request
 * @param write how long the client may take to accept one part of an answer
 */
public record HttpLimits(
        int headBytes,
        int bodyBytes,
        int connections,
        int connectionsPerClient,
        Duration head,
        Duration body,
        Duration idle,
        Duration write) {

    /** Sane for an agent that a few programs and people talk to. */
    public static final HttpLimits DEFAULT = new HttpLimits(
            32 << 10,
            16 << 20,
            4096,
            100,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(120),
            Duration.ofSeconds(60));

    /** The same with other numbers of connections. */
    public HttpLimits withConnections(int all, int perClient) {
        return new HttpLimits(headBytes, bodyBytes, all, perClient, head, body, idle, write);
    }

    /** The same with other times. */
    public HttpLimits withTimes(Duration forHead, Duration forBody, Duration forIdle, Duration forWrite) {
        return new HttpLimits(
                headBytes, bodyBytes, connections, connectionsPerClient, forHead, forBody, forIdle, forWrite);
    }

    /** The same with other sizes. */
    public HttpLimits withSizes(int ofHead, int ofBody) {
        return new HttpLimits(ofHead, ofBody, connections, connectionsPerClient, head, body, idle, write);
    }
}
