package io.outrider.agent.http.message;

import java.util.Optional;

/**
 * One request, read to its end.
 *
 * @param method as it came
 * @param path without escapes
 * @param query what stood behind the question mark
 * @param headers its fields
 * @param body empty where there was none
 */
public record Request(String method, String path, Query query, Fields headers, byte[] body) {

    /** Whether it only asks. */
    public boolean isGet() {
        return method.equals("GET");
    }

    /** Whether it is one of the two methods for writing, which mean the same. */
    public boolean isWrite() {
        return method.equals("PUT") || method.equals("POST");
    }

    /** The rest of the path behind {@code prefix}; empty if it does not begin so. */
    public Optional<String> below(String prefix) {
        return path.startsWith(prefix) ? Optional.of(path.substring(prefix.length())) : Optional.empty();
    }
}
