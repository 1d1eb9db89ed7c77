package io.outrider.agent.http.route;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Percent;
import io.outrider.agent.http.message.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Finds the handler of a path, which is compared without its escapes, so that names in it may hold slashes. A path that
 * can be written shorter is redirected there, one that lacks the slash of its tree too; what nobody serves is 404.
 */
public final class Router implements Handler {

    private final Map<String, Handler> exact;
    private final NavigableMap<String, Handler> trees;

    private Router(Builder builder) {
        this.exact = Map.copyOf(builder.exact);
        this.trees = new TreeMap<>(builder.trees);
    }

    /** Begins without routes. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Mono<Answer> handle(Request request) {
        String path = request.path();
        String clean = cleaned(path);
        if (!clean.equals(path)) {
            return Mono.just(moved(301, clean, request, "Moved Permanently"));
        }
        if (!exact.containsKey(path) && trees.containsKey(path + "/")) {
            return Mono.just(moved(301, path + "/", request, "Moved Permanently"));
        }
        Handler handler = find(path);
        return handler == null ? Mono.just(Answer.status(404)) : handler.handle(request);
    }

    private @Nullable Handler find(String path) {
        Handler whole = exact.get(path);
        if (whole != null) {
            return whole;
        }
        // Of the trees that hold a path the longest counts: one of those before it in order.
        for (Map.Entry<String, Handler> tree :
                trees.headMap(path, true).descendingMap().entrySet()) {
            if (path.startsWith(tree.getKey())) {
                return tree.getValue();
            }
        }
        return null;
    }

    /** Sends a client elsewhere, with its query. */
    public static Answer moved(int status, String path, Request request, String text) {
        String query = request.query().raw();
        String location = Percent.encodedPath(path) + (query.isEmpty() ? "" : "?" + query);
        String shown = location.replace("&", "&amp;").replace("\"", "&#34;").replace("<", "&lt;");
        String body = request.isGet() ? "<a href=\"" + shown + "\">" + text + "</a>.\n\n" : "";
        return Answer.bytes(body.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8")
                .withStatus(status)
                .with("Location", location);
    }

    /** Without double slashes, single and double dots; a slash at the end stays. */
    static String cleaned(String path) {
        if (!path.startsWith("/")) {
            return cleaned("/" + path);
        }
        if (!path.contains("//") && !path.contains("/.")) {
            return path;
        }
        Deque<String> steps = new ArrayDeque<>();
        for (String step : path.split("/")) {
            if (step.equals("..")) {
                steps.pollLast();
            } else if (!step.isEmpty() && !step.equals(".")) {
                steps.add(step);
            }
        }
        String joined = "/" + String.join("/", steps);
        return path.endsWith("/") && !steps.isEmpty() ? joined + "/" : joined;
    }

    /** Collects routes; not thread-safe. */
    public static final class Builder {
        private final Map<String, Handler> exact = new HashMap<>();
        private final Map<String, Handler> trees = new HashMap<>();

        private Builder() {}

        /** Serves this very path. */
        public Builder at(String path, Handler handler) {
            exact.put(path, handler);
            return this;
        }

        /** Serves everything below a path that ends with a slash. */
        public Builder below(String path, Handler handler) {
            if (!path.endsWith("/")) {
                throw new IllegalArgumentException("not a tree: " + path + " (expected: a slash at its end)");
            }
            trees.put(path, handler);
            return this;
        }

        /** Serves a path and what is below with 501. */
        public Builder missing(String path, String what) {
            return at(path, Handler.missing(what)).below(path + "/", Handler.missing(what));
        }

        /** Serves a path and what is below with what only another edition of the reference has. */
        public Builder refused(String path, HttpError error) {
            return at(path, request -> Mono.error(error)).below(path + "/", request -> Mono.error(error));
        }

        /** The router. */
        public Router build() {
            return new Router(this);
        }
    }
}
