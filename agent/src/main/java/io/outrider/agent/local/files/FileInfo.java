package io.outrider.agent.local.files;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.drivers.posix.FileFacts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the API tells of a file.
 *
 * @param contentType null where nobody looked
 * @param fileMode as Go writes modes
 */
public record FileInfo(
        @JsonProperty("ContentType") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String contentType,

        @JsonProperty("FileMode") String fileMode,
        @JsonProperty("IsDir") boolean isDir,
        @JsonProperty("ModTime") Instant modTime,
        @JsonProperty("Name") String name,
        @JsonProperty("Size") long size) {

    private static final String PERMISSIONS = "rwxrwxrwx";
    private static final int KIND = 0170000;

    static FileInfo of(String name, FileFacts facts) {
        return new FileInfo(null, mode(facts.mode()), facts.isDirectory(), facts.modified(), name, facts.size());
    }

    FileInfo withContentType(String type) {
        return new FileInfo(type, fileMode, isDir, modTime, name, size);
    }

    private static String mode(int mode) {
        StringBuilder text = new StringBuilder(kind(mode & KIND));
        text.append((mode & 04000) != 0 ? "u" : "").append((mode & 02000) != 0 ? "g" : "");
        text.append((mode & KIND) == 0020000 ? "c" : "").append((mode & 01000) != 0 ? "t" : "");
        if (text.isEmpty()) {
            text.append('-');
        }
        for (int bit = 0; bit < PERMISSIONS.length(); bit++) {
            text.append((mode & (0400 >> bit)) != 0 ? PERMISSIONS.charAt(bit) : '-');
        }
        return text.toString();
    }

    private static String kind(int kind) {
        return switch (kind) {
            case 0040000 -> "d";
            case 0120000 -> "L";
            case 0060000, 0020000 -> "D";
            case 0010000 -> "p";
            case 0140000 -> "S";
            default -> "";
        };
    }
}
