package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.task.VolumeRequest;
import java.util.Set;
import java.util.TreeSet;

/** Checks on the volumes of a group. */
final class VolumeRules {
    private static final Set<String> TYPES = Set.of("host", "csi");
    private static final String ACCESS = "access_mode";
    private static final String ATTACHMENT = "attachment_mode";

    private VolumeRules() {}

    /** Labels of the volumes that count: those of an unknown type do not. */
    static Set<String> names(TaskGroup group) {
        Set<String> names = new TreeSet<>();
        Unset.map(group.volumes()).forEach((name, volume) -> {
            if (TYPES.contains(text(volume.type()))) {
                names.add(name);
            }
        });
        return names;
    }

    static void check(Site group, String jobType, TaskGroup owner) {
        for (String name : names(owner)) {
            VolumeRequest volume = Unset.map(owner.volumes()).get(name);
            if (volume != null) {
                Site site = group.in("Task group volume validation for " + name, "volume", name);
                volume(site, jobType, owner, volume);
            }
        }
    }

    private static void volume(Site site, String jobType, TaskGroup group, VolumeRequest volume) {
        site.check(text(volume.source()).isEmpty(), "source", "volume has an empty source");
        if (flag(volume.perAlloc())) {
            boolean everywhere = jobType.equals("system") || jobType.equals("sysbatch");
            boolean canaries = group.update() != null && number(group.update().canary()) > 0;
            site.check(everywhere, "per_alloc", "volume cannot be per_alloc for system or sysbatch jobs");
            site.check(canaries, "per_alloc", "volume cannot be per_alloc when canaries are in use");
        }
        String access = text(volume.accessMode());
        String attachment = text(volume.attachmentMode());
        if (text(volume.type()).equals("host")) {
            site.check(!attachment.isEmpty(), ATTACHMENT, "host volumes cannot have an attachment mode");
            site.check(!access.isEmpty(), ACCESS, "host volumes cannot have an access mode");
            site.check(volume.mountOptions() != null, "mount_options", "host volumes cannot have mount options");
            return;
        }
        site.check(attachment.isEmpty(), ATTACHMENT, "CSI volumes must have an attachment mode");
        boolean shared = number(group.count()) > 1 && !flag(volume.perAlloc());
        csi(site, volume, shared);
    }

    private static void csi(Site site, VolumeRequest volume, boolean shared) {
        String access = text(volume.accessMode());
        boolean writes = !flag(volume.readOnly());
        String only = "volume with " + access + " access mode allows only one ";
        switch (access) {
            case "" -> site.fault(ACCESS, "CSI volumes must have an access mode");
            case "single-node-reader-only" -> {
                site.check(writes, "read_only", access + " volumes must be read-only");
                site.check(shared, ACCESS, only + "reader");
            }
            case "single-node-writer" -> site.check(shared, ACCESS, only + "reader or writer");
            case "multi-node-reader-only" -> site.check(writes, "read_only", access + " volumes must be read-only");
            case "multi-node-single-writer" -> site.check(shared && writes, ACCESS, only + "writer");
            default -> {
                // The plugin knows its modes.
            }
        }
    }
}
