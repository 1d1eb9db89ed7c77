package io.outrider.agent.cli.api;

import io.outrider.agent.IoReasons;
import io.outrider.state.model.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Asks one agent, on the calling thread. A command makes one or a few requests: the JDK's plain client does that
 * within some milliseconds of a cold start. Not thread-safe. All errors are {@link ApiException}s.
 */
public final class ApiClient {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** The longest that an agent may let a blocking query wait is ten minutes, and a sixteenth on top of it. */
    private static final Duration READ = Duration.ofMinutes(11);

    private final ApiTarget target;

    ApiClient(ApiTarget target) {
        this.target = target;
        // A request that changes something is never sent a second time on the quiet.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    /** Scheme, host and port. */
    public String address() {
        return target.base().toString();
    }

    /** The namespace that requests name where they name none themselves. */
    public String namespace() {
        return target.namespace();
    }

    /** Reads. @param path raw, from {@code /v1} on */
    public ApiAnswer get(String path, ApiQuery query) {
        return answer("GET", path, query, null);
    }

    /** Changes something. @param body any model value or tree; none is sent for null */
    public ApiAnswer put(String path, ApiQuery query, @Nullable Object body) {
        return answer("PUT", path, query, body == null ? null : bytes(body));
    }

    /** The same for the few paths that take nothing else. */
    public ApiAnswer post(String path, ApiQuery query, Object body) {
        return answer("POST", path, query, bytes(body));
    }

    /** Removes something. */
    public ApiAnswer delete(String path, ApiQuery query) {
        return answer("DELETE", path, query, null);
    }

    /** The same as {@link #get}, as it comes: bytes until the agent ends it or the stream is closed. */
    public InputStream stream(String path, ApiQuery query) {
        HttpURLConnection connection = send("GET", path, query, null);
        try {
            return connection.getInputStream();
        } catch (IOException e) {
            throw unanswered(e);
        }
    }

    /** Any request, its answer as it stands, whatever the status says. The body is sent as it is. */
    public RawAnswer raw(String method, String path, ApiQuery query, byte @Nullable [] body) {
        HttpURLConnection connection = opened(method, path, query);
        try {
            exchange(connection, body);
            int status = connection.getResponseCode();
            InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream();
            return new RawAnswer(status, connection, answer == null ? new ByteArrayInputStream(new byte[0]) : answer);
        } catch (IOException e) {
            throw unanswered(e);
        }
    }

    private ApiAnswer answer(String method, String path, ApiQuery query, byte @Nullable [] body) {
        HttpURLConnection connection = send(method, path, query, body);
        try (InputStream in = connection.getInputStream()) {
            byte[] bytes = in.readAllBytes();
            return new ApiAnswer(
                    bytes.length == 0 ? MissingNode.getInstance() : tree(bytes),
                    header(connection, "X-Nomad-Index")
                            .filter(text -> text.matches("[0-9]{1,18}"))
                            .map(Long::valueOf),
                    header(connection, "X-Nomad-NextToken"));
        } catch (IOException e) {
            throw unanswered(e);
        }
    }

    private JsonNode tree(byte[] bytes) {
        try {
            return Json.mapper().readTree(bytes);
        } catch (JacksonException e) {
            throw new ApiException(0, "", address() + " answers, but not as an agent does: not with JSON");
        }
    }

    private static byte[] bytes(Object body) {
        return body instanceof byte[] ready ? ready : Json.mapper().writeValueAsBytes(body);
    }

    private static Optional<String> header(HttpURLConnection connection, String name) {
        return Optional.ofNullable(connection.getHeaderField(name)).filter(value -> !value.isEmpty());
    }

    private HttpURLConnection send(String method, String path, ApiQuery query, byte @Nullable [] body) {
        HttpURLConnection connection = opened(method, path, query);
        try {
            exchange(connection, body);
            int status = connection.getResponseCode();
            if (status >= 400 || status < 200) {
                throw refused(status, connection);
            }
            return connection;
        } catch (IOException e) {
            throw unanswered(e);
        }
    }

    private HttpURLConnection opened(String method, String path, ApiQuery query) {
        ApiQuery whole = query.andIf(!query.names("namespace"), "namespace", target.namespace());
        if (target.region().isPresent() && !whole.names("region")) {
            whole = whole.and("region", target.region().get());
        }
        try {
            URI uri = URI.create(
                    target.base() + path + (path.contains("?") ? whole.text().replace('?', '&') : whole.text()));
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            if (connection instanceof HttpsURLConnection secure) {
                target.tls().secure(secure, uri.getHost());
            }
            connection.setRequestMethod(method);
            connection.setConnectTimeout((int) CONNECT.toMillis());
            connection.setReadTimeout((int) READ.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Accept", "application/json");
            connection.setRequestProperty("User-Agent", "outrider");
            target.token().ifPresent(token -> connection.setRequestProperty("X-Nomad-Token", token));
            return connection;
        } catch (IOException e) {
            throw unanswered(e);
        }
    }

    private static void exchange(HttpURLConnection connection, byte @Nullable [] body) throws IOException {
        if (body == null) {
            return;
        }
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
    }

    private ApiException refused(int status, HttpURLConnection connection) throws IOException {
        String text = "";
        try (InputStream in = connection.getErrorStream()) {
            if (in != null) {
                text = new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8).strip();
            }
        }
        String told = text.isEmpty() ? "HTTP status " + status : text;
        return new ApiException(status, text, told);
    }

    private ApiException unanswered(IOException error) {
        return new ApiException(
                0,
                "",
                "no agent answers at " + address() + ": " + why(error)
                        + "; start one (outrider agent -dev), or say where it is with -address or NOMAD_ADDR");
    }

    private static String why(IOException error) {
        if (error instanceof UnknownHostException) {
            return "unknown host";
        }
        if (error instanceof ConnectException) {
            return "connection refused";
        }
        if (error instanceof SocketTimeoutException) {
            return "it takes too long";
        }
        if (error instanceof SSLException) {
            return "TLS: " + error.getMessage();
        }
        return IoReasons.of(error);
    }
}
