package io.outrider.agent.cli.output;

import io.outrider.state.model.event.Event;
import io.outrider.streams.Entry;
import java.util.Optional;

/** Shows a run while it goes on. Calls come one at a time. */
public interface RunOutput {

    /** An event of the job; {@code task} is the task it is about, if it is about one. */
    void event(Entry<Event> entry, Optional<TaskRef> task);

    /** One line of a task's output, without its end. */
    void line(TaskRef task, LogLine line);

    /** What a reader has missed: {@code what} is {@code events}, {@code stdout} or {@code stderr}. */
    void gap(Optional<TaskRef> task, String what, String detail);

    /** Something about the run itself, for people. */
    void note(String text);

    /** Lets out what was shown since the last call. */
    void flush();

    /** The closing summary, once, last. */
    void summary(RunSummary summary);

    /**
     * @param stream {@code stdout} or {@code stderr}
     * @param offset of its first byte in that stream
     * @param bytes at most {@link LineSplitter#LONGEST}, without the line's end
     * @param complete whether a line's end followed
     */
    record LogLine(String stream, long offset, byte[] bytes, boolean complete) {}
}
