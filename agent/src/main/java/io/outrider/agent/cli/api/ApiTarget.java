package io.outrider.agent.cli.api;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * An agent, and as whom to speak to it.
 *
 * @param base scheme, host, port and perhaps a path, without a slash at the end
 * @param region which is asked for, if it is not the agent's own
 */
record ApiTarget(URI base, String namespace, Optional<String> region, Optional<String> token, ApiTls tls) {

    private static final int PORT = 4646;

    /** Reads what people write as an address: a scheme and a port may be missing. */
    static URI base(String text) {
        String whole = text.contains("://") ? text : "http://" + text;
        while (whole.endsWith("/")) {
            whole = whole.substring(0, whole.length() - 1);
        }
        URI uri = parsed(whole, text);
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong(text, "its scheme is neither http nor https");
        }
        if (uri.getHost() == null) {
            throw wrong(text, "it names no host");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw wrong(text, "it goes on behind the path");
        }
        return uri.getPort() >= 0 || text.contains("://") ? uri : parsed(whole + ":" + PORT, text);
    }

    private static URI parsed(String whole, String text) {
        try {
            return URI.create(whole);
        } catch (IllegalArgumentException e) {
            throw wrong(text, "it is no URL");
        }
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException(
                "the address \"" + text + "\" cannot be used: " + why + "; write it like http://127.0.0.1:4646");
    }
}
