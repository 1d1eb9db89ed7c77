package io.outrider.state.model.job;

import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Defaults of a task and its parts. */
final class CanonicalTask {
    private static final long SECOND = 1_000_000_000L;
    private static final String CHANGE_MODE = "ChangeMode";
    private static final String CHANGE_SIGNAL = "ChangeSignal";

    private CanonicalTask() {}

    static void fill(ObjectNode task, ObjectNode group, String base) {
        Trees.fill(task, "KillTimeout", 5 * SECOND);
        Trees.fill(task, "ShutdownDelay", 0);
        logs(task);
        resources(Trees.objectOrNew(task, "Resources"));
        CanonicalPolicies.task(group, task);
        Trees.objects(task, "Affinities").forEach(Canonical::weight);
        String name = base + "-" + task.path("Name").asString("");
        Trees.objects(task, "Services").forEach(service -> CanonicalService.fill(service, name));
        Trees.objects(task, "Templates").forEach(CanonicalTask::template);
        Trees.objects(task, "Artifacts").forEach(CanonicalTask::artifact);
        Trees.objects(task, "VolumeMounts").forEach(CanonicalTask::volumeMount);
        Trees.object(task, "Vault").ifPresent(CanonicalTask::vault);
        Trees.object(task, "CSIPluginConfig").ifPresent(CanonicalTask::csiPlugin);
        Trees.object(task, "Lifecycle").ifPresent(lifecycle -> dropWithoutHook(task, lifecycle));
    }

    static void logs(ObjectNode task) {
        ObjectNode logs = Trees.objectOrNew(task, "LogConfig");
        Trees.fill(logs, "MaxFiles", 10);
        Trees.fill(logs, "MaxFileSizeMB", 10);
        Trees.fill(logs, "Disabled", false);
    }

    static void resources(ObjectNode resources) {
        boolean cores = !Trees.unset(resources, "Cores");
        Trees.fill(resources, "Cores", 0);
        Trees.fill(resources, "CPU", cores ? 0 : 100);
        Trees.fill(resources, "MemoryMB", 300);
        Trees.object(resources, "NUMA").ifPresent(numa -> Trees.fillText(numa, "Affinity", "none"));
        for (ObjectNode device : Trees.objects(resources, "Devices")) {
            Trees.fill(device, "Count", 1);
            Trees.objects(device, "Affinities").forEach(Canonical::weight);
        }
    }

    private static void template(ObjectNode template) {
        for (String name : new String[] {"SourcePath", "DestPath", "EmbeddedTmpl"}) {
            Trees.fill(template, name, "");
        }
        Trees.fill(template, CHANGE_MODE, "restart");
        boolean signals = template.path(CHANGE_MODE).asString("").equals("signal");
        Trees.fill(template, CHANGE_SIGNAL, signals ? "SIGHUP" : "");
        upper(template);
        Trees.object(template, "ChangeScript").ifPresent(CanonicalTask::changeScript);
        Trees.fill(template, "Splay", 5 * SECOND);
        Trees.fill(template, "Perms", "0644");
        Trees.fill(template, "LeftDelim", "{{");
        Trees.fill(template, "RightDelim", "}}");
        Trees.fill(template, "Envvars", false);
        Trees.fill(template, "ErrMissingKey", false);
        Trees.fill(template, "VaultGrace", 0);
    }

    private static void changeScript(ObjectNode script) {
        Trees.fill(script, "Command", "");
        Trees.fill(script, "Timeout", 5 * SECOND);
        Trees.fill(script, "FailOnError", false);
        if (Trees.unset(script, "Args")) {
            script.putArray("Args");
        }
    }

    private static void artifact(ObjectNode artifact) {
        Trees.fill(artifact, "GetterMode", "any");
        Trees.fill(artifact, "GetterSource", "");
        if (!artifact.path("GetterMode").asString("").equals("file")) {
            Trees.fill(artifact, "RelativeDest", "local/");
            return;
        }
        // No Path: a source may hold characters that no file name has.
        String source = artifact.path("GetterSource").asString("").replaceFirst("/+$", "");
        Trees.fill(artifact, "RelativeDest", "local/" + source.substring(source.lastIndexOf('/') + 1));
    }

    private static void volumeMount(ObjectNode mount) {
        Trees.fill(mount, "PropagationMode", "private");
        Trees.fill(mount, "ReadOnly", false);
    }

    private static void vault(ObjectNode vault) {
        Trees.fill(vault, "Namespace", "");
        Trees.fill(vault, "Env", true);
        Trees.fill(vault, "DisableFile", false);
        Trees.fill(vault, CHANGE_MODE, "restart");
        Trees.fill(vault, CHANGE_SIGNAL, "SIGHUP");
        upper(vault);
    }

    private static void upper(ObjectNode signalled) {
        signalled.put(CHANGE_SIGNAL, signalled.path(CHANGE_SIGNAL).asString("").toUpperCase(Locale.ROOT));
    }

    private static void csiPlugin(ObjectNode plugin) {
        Trees.fillText(plugin, "MountDir", "/csi");
        Trees.fillText(plugin, "StagePublishBaseDir", "/local/csi");
        if (plugin.path("HealthTimeout").longValue() == 0) {
            plugin.put("HealthTimeout", 30 * SECOND);
        }
    }

    private static void dropWithoutHook(ObjectNode task, ObjectNode lifecycle) {
        if (lifecycle.path("Hook").asString("").isEmpty()) {
            task.putNull("Lifecycle");
        }
    }
}
