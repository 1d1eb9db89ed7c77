package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.drain.SourceStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What agent and drain tell each other: kind (1 byte), id (8), payload. An answer has the id of its request. HELLO and
 * QUIT keep their form for ever, so that any agent can see that a drain is of another version and end it.
 */
record Frame(byte kind, long id, byte[] payload) {

    static final byte HELLO = 1;
    static final byte QUIT = 2;
    static final byte ATTACH = 3;
    static final byte MARK = 4;
    static final byte SETTLE = 5;
    static final byte DETACH = 6;
    static final byte LIST = 7;
    static final byte OK = 64;
    static final byte FAILED = 65;
    /** Unasked for, id 0: a stream stands still. */
    static final byte STALLED = 66;
    /** Unasked for, id 0: it goes on. */
    static final byte RESUMED = 67;

    private static final byte[] NOTHING = {};

    static Frame of(byte kind, long id) {
        return new Frame(kind, id, NOTHING);
    }

    static Frame ofTexts(byte kind, long id, String... texts) {
        return build(kind, id, out -> {
            for (String text : texts) {
                out.writeUTF(cut(text));
            }
        });
    }

    static Frame ofSource(byte kind, long id, LogSource source, long nonce) {
        return build(kind, id, out -> {
            write(out, source);
            out.writeLong(nonce);
        });
    }

    static Frame ofList(long id, List<SourceStatus> all) {
        return build(OK, id, out -> {
            out.writeInt(all.size());
            for (SourceStatus status : all) {
                write(out, status.source());
                out.writeUTF(cut(status.stall().orElse("")));
            }
        });
    }

    String text() throws IOException {
        return in().readUTF();
    }

    /** The two texts of a notice. */
    String[] twoTexts() throws IOException {
        DataInputStream in = in();
        return new String[] {in.readUTF(), in.readUTF()};
    }

    LogSource source() throws IOException {
        return readSource(in());
    }

    long nonce() throws IOException {
        DataInputStream in = in();
        readSource(in);
        return in.readLong();
    }

    List<SourceStatus> list() throws IOException {
        DataInputStream in = in();
        List<SourceStatus> all = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            LogSource source = readSource(in);
            String stall = in.readUTF();
            all.add(new SourceStatus(source, stall.isEmpty() ? Optional.empty() : Optional.of(stall)));
        }
        return all;
    }

    private DataInputStream in() {
        return new DataInputStream(new ByteArrayInputStream(payload));
    }

    private static void write(DataOutputStream out, LogSource source) throws IOException {
        out.writeUTF(source.allocId());
        out.writeUTF(source.task());
        out.writeUTF(source.folders().segments().toString());
        out.writeUTF(source.folders().own().toString());
        out.writeInt(source.maxFiles());
        out.writeLong(source.maxFileBytes());
    }

    private static LogSource readSource(DataInputStream in) throws IOException {
        String allocId = in.readUTF();
        String task = in.readUTF();
        LogFolders folders = new LogFolders(Path.of(in.readUTF()), Path.of(in.readUTF()));
        return new LogSource(allocId, task, folders, in.readInt(), in.readLong());
    }

    // writeUTF takes 65,535 bytes at most; three a character is the worst case.
    private static String cut(String text) {
        return text.length() <= 20_000 ? text : text.substring(0, 20_000);
    }

    private static Frame build(byte kind, long id, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            body.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Frame(kind, id, bytes.toByteArray());
    }

    /** Writes a payload. */
    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }
}
