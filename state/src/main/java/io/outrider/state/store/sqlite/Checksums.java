package io.outrider.state.store.sqlite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** CRC32C of a row: SQLite's pages have no checksum. It covers the key too, so that swapped values do not pass. */
final class Checksums {
    private Checksums() {}

    static long state(String table, String id, byte[] json) {
        CRC32C crc = new CRC32C();
        crc.update((table + "\n" + id + "\n").getBytes(StandardCharsets.UTF_8));
        crc.update(json);
        return crc.getValue();
    }

    static long journal(long seq, byte[] event) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, seq));
        crc.update(event);
        return crc.getValue();
    }
}
