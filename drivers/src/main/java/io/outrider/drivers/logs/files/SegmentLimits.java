package io.outrider.drivers.logs.files;

/**
 * How much of a stream is kept.
 *
 * @param maxFiles segments, at least 1
 * @param maxFileBytes of one segment, at least 1
 */
public record SegmentLimits(int maxFiles, long maxFileBytes) {

    public SegmentLimits {
        if (maxFiles < 1 || maxFileBytes < 1) {
            throw new IllegalArgumentException(
                    "log limits: " + maxFiles + " files of " + maxFileBytes + " bytes (expected: 1 or more each)");
        }
    }
}
