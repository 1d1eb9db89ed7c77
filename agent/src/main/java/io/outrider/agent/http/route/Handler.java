package io.outrider.agent.http.route;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Answers requests. Called on a loop's thread, which must not block. What is refused is an {@link HttpError}, thrown or
 * emitted. Cancelled when the client goes.
 */
@FunctionalInterface
public interface Handler {

    /** One answer, or an error. */
    Mono<Answer> handle(Request request);

    /** Only for GET; everything else is 405. */
    static Handler get(Handler handler) {
        return only(Set.of("GET"), handler);
    }

    /** Only for PUT and POST; everything else is 405. */
    static Handler write(Handler handler) {
        return only(Set.of("PUT", "POST"), handler);
    }

    /** Only for these methods; everything else is 405. */
    static Handler only(Set<String> methods, Handler handler) {
        return request -> methods.contains(request.method()) ? handler.handle(request) : Mono.error(wrongMethod());
    }

    /** One for GET and one for PUT and POST; everything else is 405. */
    static Handler readWrite(Handler read, Handler write) {
        return request -> request.isGet() ? read.handle(request) : write(write).handle(request);
    }

    /** What a wrong method is told. */
    static HttpError wrongMethod() {
        return new HttpError(405, "Invalid method");
    }

    /** Says what is not served, and never looks like an empty success. */
    static Handler missing(String what) {
        return request -> Mono.error(new HttpError(501, what + " is not served by Outrider yet"));
    }
}
