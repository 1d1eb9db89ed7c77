package io.outrider.agent.http.message;

import java.util.Objects;

/** A request that is refused: a status and a text for whoever asked. Expected, so it has no stack trace. */
public final class HttpError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;

    public HttpError(int status, String text) {
        this(status, text, Answer.TEXT);
    }

    private HttpError(int status, String text, String type) {
        super(Objects.requireNonNull(text, "text"), null, false, false);
        this.status = status;
        this.type = type;
    }

    /** The same under another content type: for streams, whose type is promised before they fail. */
    public HttpError typed(String other) {
        return new HttpError(status, text(), other);
    }

    /** The same with another status. */
    public HttpError withStatus(int other) {
        return new HttpError(other, text(), type);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** What is told. */
    public String text() {
        return String.valueOf(getMessage());
    }

    /** What is answered to a request that fails so. */
    public static Answer answer(Throwable failure) {
        return failure instanceof HttpError known
                ? known.answer()
                : Answer.text(500, String.valueOf(failure.getMessage()));
    }

    /** What is answered. */
    public Answer answer() {
        return Answer.text(status, text()).typed(type);
    }
}
