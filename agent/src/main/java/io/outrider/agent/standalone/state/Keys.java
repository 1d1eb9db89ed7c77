package io.outrider.agent.standalone.state;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Keys of the tables: parts in order, so that what belongs together lies together. */
final class Keys {

    /** Sorts before everything that may be in a name. */
    private static final char BETWEEN = '\u0001';

    private static final HexFormat HEX = HexFormat.of();

    private Keys() {}

    static String of(String namespace, String id) {
        return namespace + BETWEEN + id;
    }

    static String job(Job job) {
        return of(namespace(job.namespace()), job.id());
    }

    /** Everything that is filed under a job. */
    static String under(String namespace, String id) {
        return of(namespace, id) + BETWEEN;
    }

    static String version(Job job) {
        return version(job(job), number(job.createIndex()), number(job.version()));
    }

    static String version(String job, long createIndex, long version) {
        return registration(job, createIndex) + HEX.toHexDigits(version);
    }

    /** Versions of one registration of a job: a purged job that comes again begins anew. */
    static String registration(String job, long createIndex) {
        return job + BETWEEN + HEX.toHexDigits(createIndex) + BETWEEN;
    }

    static String created(long createIndex, String id) {
        return HEX.toHexDigits(createIndex) + BETWEEN + id;
    }

    static String underJob(Evaluation eval) {
        return under(namespace(eval.namespace()), Immutable.text(eval.jobId()))
                + created(number(eval.createIndex()), eval.id());
    }

    static String underJob(Alloc alloc) {
        return under(namespace(alloc.namespace()), Immutable.text(alloc.jobId()))
                + created(number(alloc.createIndex()), alloc.id());
    }

    static String namespace(@Nullable String namespace) {
        return namespace == null || namespace.isEmpty() ? "default" : namespace;
    }

    static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
