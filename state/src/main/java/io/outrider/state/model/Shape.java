package io.outrider.state.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The two shapes of API JSON. Most fields are in both; the few that are in one carry a view. Readers take both.
 */
public final class Shape {
    private Shape() {}

    /** What the reference's clients print and send: a job file as JSON. */
    public interface JobFile {}

    /** What the reference's servers answer. */
    public interface Server {}

    /** Left out of the job file shape when unset, where other unset fields are null. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
    public @interface OmittedInJobFile {}
}
