package io.outrider.drivers.logs;

import java.time.Instant;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The readers' side of collected output: the one reader for all (CLI, HTTP, JVM). */
public interface LogStore {

    /**
     * One logical byte stream: 64-bit offsets that never go back, whatever rotates underneath. Cold, O(1) memory per
     * reader, which holds no thread while it waits; new output is seen within about 100 ms. Bytes that are gone come as
     * one {@link LogItem.Gap}. With {@code follow} it waits for output, also for a task that has not started, spans
     * restarts with a {@link LogItem.Restart}, and ends within a second of the last byte of a detached stream; without,
     * it ends at the present end. The last item before completion is a {@link LogItem.End}. Cancel closes its files.
     */
    Flux<LogItem> read(Query query);

    /** What there is of a stream now; empty where nothing was ever collected. */
    Mono<Extent> extent(LogFolders folders, String task, Fd fd);

    /**
     * Where to read from to get everything that came at {@code since} or later; there may be up to a second more, and
     * in old parts of a long stream a few minutes. The oldest kept offset at least; empty where nothing was ever
     * collected.
     */
    Mono<Long> offsetAt(LogFolders folders, String task, Fd fd, Instant since);

    /**
     * A moment's view of a stream.
     *
     * @param oldest first byte that is kept
     * @param end behind the last byte
     * @param newest first byte of the newest file
     * @param detached whether it has ended for good
     */
    record Extent(long oldest, long end, long newest, boolean detached) {}

    /** The two streams of a task. */
    enum Fd {
        STDOUT,
        STDERR
    }

    /**
     * @param folders where it lies
     * @param task the task's name
     * @param fd which stream
     * @param offset first byte wanted
     * @param follow whether to wait for more
     */
    record Query(LogFolders folders, String task, Fd fd, long offset, boolean follow) {}
}
