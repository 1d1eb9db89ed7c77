package io.outrider.drivers.logs.files;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One fact in a side file.
 *
 * @param kind what it says
 * @param number SEGMENT: its index; RESTART: counts them from 1; else 0
 * @param offset where in the stream
 * @param timeMillis when it was written, since 1970
 * @param nonce RESTART: names the request, so that one asked for twice is written once; else 0
 */
record SideEntry(Kind kind, long number, long offset, long timeMillis, long nonce) {

    /** Bytes of an entry: checksum, kind, and the four numbers. */
    static final int SIZE = 40;

    private static final int CHECKED_FROM = 4;

    /** What an entry says. */
    enum Kind {
        /** Segment {@code number} begins at {@code offset}. */
        SEGMENT,
        /** Bytes from {@code offset} on came at {@code timeMillis} or later. */
        TIME,
        /** A new run begins at {@code offset}. */
        RESTART,
        /** The stream ended at {@code offset}. */
        DETACHED,
        /** It goes on after all. */
        ATTACHED,
        /** As the last entry: the file of this name is, or is about to be, another one. */
        MOVED
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(SIZE);
        out.putInt(0).putInt(kind.ordinal());
        out.putLong(number).putLong(offset).putLong(timeMillis).putLong(nonce);
        out.putInt(0, checksum(out.array(), 0));
        return out.array();
    }

    /** The entry at {@code at}; null where the checksum is wrong. */
    static @Nullable SideEntry decode(byte[] bytes, int at) {
        ByteBuffer in = ByteBuffer.wrap(bytes, at, SIZE);
        int checksum = in.getInt();
        int kind = in.getInt();
        if (checksum != checksum(bytes, at) || kind < 0 || kind >= Kind.values().length) {
            return null;
        }
        return new SideEntry(Kind.values()[kind], in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    private static int checksum(byte[] bytes, int at) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at + CHECKED_FROM, SIZE - CHECKED_FROM);
        return (int) crc.getValue();
    }
}
