package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.standalone.request.PlaneException;

/** What the control plane refuses, with the statuses of the API. */
final class Refusals {

    private Refusals() {}

    static HttpError of(PlaneException e) {
        int status =
                switch (e.kind()) {
                    case INVALID -> 400;
                    case NOT_FOUND -> 404;
                    case FORBIDDEN -> 403;
                    case CONFLICT -> 409;
                    case REFUSED, NOT_KEPT, UNAVAILABLE -> 500;
                };
        return new HttpError(status, e.text());
    }
}
