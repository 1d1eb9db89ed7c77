package io.outrider.drivers;

/**
 * What a driver can do (behaviour section 5.1).
 *
 * @param sendSignals whether {@link Driver#signal} works
 * @param exec whether {@link Driver#exec} works
 * @param isolation what the task sees of the file system
 * @param collectsLogs whether output goes through log FIFOs
 */
public record DriverCapabilities(boolean sendSignals, boolean exec, FsIsolation isolation, boolean collectsLogs) {

    /** What a task sees of the file system. */
    public enum FsIsolation {
        /** The host's file system. */
        NONE,
        /** A root made of the task directory. */
        CHROOT,
        /** An image. */
        IMAGE
    }
}
