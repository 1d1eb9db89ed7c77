package io.outrider.drivers.logs.drain;

/** Where a drain tells what people should know. Called on its loops: must not block or throw. */
public interface DrainNotices {

    /**
     * Output is not stored for now, and the task is held up once its pipe is full. Told once, not at every try.
     *
     * @param stream path and name of the stream
     * @param reason such as a full disk
     */
    void stalled(String stream, String reason);

    /** The stream goes on; nothing was lost. */
    void resumed(String stream);

    /** Something of the drain itself failed; it goes on. */
    void failed(Throwable error);
}
