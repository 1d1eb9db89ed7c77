package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where cgroups are mounted: version 1 as soon as one of its controllers is, else version 2. */
final class CgroupFingerprinter implements Fingerprinter {

    private static final int MOUNT_POINT = 1;
    private static final int TYPE = 2;

    private final SystemFiles files;

    CgroupFingerprinter(SystemFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "cgroup";
    }

    @Override
    public Map<String, String> attributes() throws IOException {
        List<String[]> mounts = files.lines("proc/self/mounts").stream()
                .map(line -> line.split(" "))
                .filter(fields -> fields.length > TYPE)
                .toList();
        Map<String, String> found = new HashMap<>();
        mounts.stream()
                .filter(fields -> fields[TYPE].equals("cgroup2"))
                .findFirst()
                .ifPresent(fields -> put(found, "v2", fields[MOUNT_POINT]));
        mounts.stream()
                .filter(fields -> fields[TYPE].equals("cgroup"))
                .findFirst()
                .ifPresent(fields -> put(found, "v1", parent(fields[MOUNT_POINT])));
        return found;
    }

    private static void put(Map<String, String> found, String version, String mountPoint) {
        found.put("unique.cgroup.version", version);
        found.put("os.cgroups.version", version.substring(1));
        found.put("unique.cgroup.mountpoint", mountPoint);
    }

    private static String parent(String controller) {
        Path above = Path.of(controller).getParent();
        return above == null ? controller : above.toString();
    }
}
