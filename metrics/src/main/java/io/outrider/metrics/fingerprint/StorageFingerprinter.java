package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The volume that holds the data directory. */
final class StorageFingerprinter implements Fingerprinter {

    private final Path dataDir;

    StorageFingerprinter(Path dataDir) {
        this.dataDir = dataDir;
    }

    @Override
    public String name() {
        return "storage";
    }

    @Override
    public Map<String, String> attributes() throws IOException {
        FileStore volume = Files.getFileStore(dataDir);
        return Map.of(
                "unique.storage.volume", volume.name(),
                "unique.storage.bytestotal", Long.toString(volume.getTotalSpace()),
                "unique.storage.bytesfree", Long.toString(volume.getUsableSpace()));
    }
}
