package io.outrider.agent.cli.api;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;

/** An answer as it came. Whoever asked closes {@link #body()}. */
public final class RawAnswer {

    private final int status;
    private final HttpURLConnection connection;
    private final InputStream body;

    RawAnswer(int status, HttpURLConnection connection, InputStream body) {
        this.status = status;
        this.connection = connection;
        this.body = body;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Names and values; the status line has no name. */
    public Map<String, List<String>> headers() {
        return connection.getHeaderFields();
    }

    /** As it comes. */
    public InputStream body() {
        return body;
    }
}
