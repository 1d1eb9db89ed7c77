package io.outrider.drivers.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;

/**
 * What the kernel says of an open file.
 *
 * @param mode kind and permissions, as in {@code st_mode}
 * @param links how many names it has
 * @param uid whose it is
 * @param gid which group's it is
 * @param device the file system it is on
 * @param inode its number there
 * @param size in bytes
 * @param modified when its content was last changed
 */
public record FileFacts(int mode, int links, int uid, int gid, long device, long inode, long size, Instant modified) {

    private static final int KIND = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int LINK = 0120000;
    private static final int PERMISSIONS = 07777;

    private static final int EMPTY_PATH = 0x1000;
    private static final int BASIC = 0x7ff;
    private static final int BYTES = 256;

    // Where statx puts things, on every architecture.
    private static final int LINKS = 16;
    private static final int UID = 20;
    private static final int GID = 24;
    private static final int MODE = 28;
    private static final int INODE = 32;
    private static final int SIZE = 40;
    private static final int MODIFIED = 112;
    private static final int MODIFIED_NANOS = 120;
    private static final int DEVICE = 136;

    static FileFacts of(Fd file) {
        byte[] facts = new byte[BYTES];
        Fd.checked(LibC.statx(file.number(), "", EMPTY_PATH, BASIC, facts), "look at", file.toString());
        ByteBuffer in = ByteBuffer.wrap(facts).order(ByteOrder.nativeOrder());
        return new FileFacts(
                Short.toUnsignedInt(in.getShort(MODE)),
                in.getInt(LINKS),
                in.getInt(UID),
                in.getInt(GID),
                in.getLong(DEVICE),
                in.getLong(INODE),
                in.getLong(SIZE),
                Instant.ofEpochSecond(in.getLong(MODIFIED), in.getInt(MODIFIED_NANOS)));
    }

    public boolean isRegular() {
        return (mode & KIND) == REGULAR;
    }

    public boolean isDirectory() {
        return (mode & KIND) == DIRECTORY;
    }

    public boolean isLink() {
        return (mode & KIND) == LINK;
    }

    /** Permission bits, with set-id and sticky ones. */
    public int permissions() {
        return mode & PERMISSIONS;
    }

    /** Whether both are one and the same file. */
    public boolean isSame(FileFacts other) {
        return device == other.device && inode == other.inode;
    }
}
