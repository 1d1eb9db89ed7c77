package io.outrider.agent.http.route;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Lets pages of any origin use some endpoints, as the reference does. Preflights never reach the handler. */
public final class Cors {

    private Cors() {}

    /** The handler behind CORS, for these methods. */
    public static Handler allowing(Set<String> methods, Handler handler) {
        return request -> isPreflight(request)
                ? Mono.just(preflight(methods, request))
                : Mono.defer(() -> handler.handle(request))
                        .onErrorResume(HttpError.class, error -> Mono.just(error.answer()))
                        .map(answer -> allowed(methods, request, answer));
    }

    private static boolean isPreflight(Request request) {
        return request.method().equals("OPTIONS")
                && request.headers().first("Access-Control-Request-Method").isPresent();
    }

    private static Answer preflight(Set<String> methods, Request request) {
        Answer answer = Answer.status(204)
                .with("Vary", "Origin")
                .with("Vary", "Access-Control-Request-Method")
                .with("Vary", "Access-Control-Request-Headers");
        Optional<String> method = request.headers().first("Access-Control-Request-Method");
        if (request.headers().first("Origin").isEmpty()
                || method.filter(methods::contains).isEmpty()) {
            return answer;
        }
        answer = shared(answer).with("Access-Control-Allow-Methods", method.get());
        Optional<String> headers = request.headers().first("Access-Control-Request-Headers");
        return headers.isEmpty() ? answer : answer.with("Access-Control-Allow-Headers", headers.get());
    }

    private static Answer allowed(Set<String> methods, Request request, Answer answer) {
        Answer varied = answer.with("Vary", "Origin");
        boolean wanted = request.headers().first("Origin").isPresent() && methods.contains(request.method());
        return wanted ? shared(varied) : varied;
    }

    private static Answer shared(Answer answer) {
        return answer.with("Access-Control-Allow-Origin", "*").with("Access-Control-Allow-Credentials", "true");
    }
}
