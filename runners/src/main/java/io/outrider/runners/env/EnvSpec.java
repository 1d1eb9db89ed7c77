package io.outrider.runners.env;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import java.util.Map;
import java.util.Optional;

/**
 * What an environment is made of. Immutable; each {@code with} gives a changed copy.
 *
 * @param node the node's part
 * @param alloc the alloc
 * @param task the task; empty for the environment of the alloc
 * @param dirs the directories as the task sees them
 * @param hostDirs the same directories as the agent sees them
 * @param hostEnv variables of the agent that tasks may have: the weakest, empty by default
 * @param hookEnv variables that hooks gave, a later hook's over an earlier one's
 * @param templateEnv variables of rendered files: the strongest, used as they are
 * @param driverPorts ports by label as the driver mapped them
 */
public record EnvSpec(
        NodeVariables node,
        Alloc alloc,
        Optional<Task> task,
        EnvDirs dirs,
        EnvDirs hostDirs,
        Map<String, String> hostEnv,
        Map<String, String> hookEnv,
        Map<String, String> templateEnv,
        Map<String, Integer> driverPorts) {

    public EnvSpec {
        hostEnv = Map.copyOf(hostEnv);
        hookEnv = Map.copyOf(hookEnv);
        templateEnv = Map.copyOf(templateEnv);
        driverPorts = Map.copyOf(driverPorts);
    }

    /** For the alloc, of no task, without directories. */
    public static EnvSpec of(NodeVariables node, Alloc alloc) {
        return new EnvSpec(
                node, alloc, Optional.empty(), EnvDirs.NONE, EnvDirs.NONE, Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** For {@code newTask} of the alloc. */
    public EnvSpec withTask(Task newTask) {
        return new EnvSpec(
                node, alloc, Optional.of(newTask), dirs, hostDirs, hostEnv, hookEnv, templateEnv, driverPorts);
    }

    /** With directories that task and agent see under different names. */
    public EnvSpec withDirs(EnvDirs taskView, EnvDirs agentView) {
        return new EnvSpec(node, alloc, task, taskView, agentView, hostEnv, hookEnv, templateEnv, driverPorts);
    }

    /** With variables of the agent; see {@link HostEnv}. */
    public EnvSpec withHostEnv(Map<String, String> newEnv) {
        return new EnvSpec(node, alloc, task, dirs, hostDirs, newEnv, hookEnv, templateEnv, driverPorts);
    }

    /** With variables of hooks. */
    public EnvSpec withHookEnv(Map<String, String> newEnv) {
        return new EnvSpec(node, alloc, task, dirs, hostDirs, hostEnv, newEnv, templateEnv, driverPorts);
    }

    /** With variables of rendered files. */
    public EnvSpec withTemplateEnv(Map<String, String> newEnv) {
        return new EnvSpec(node, alloc, task, dirs, hostDirs, hostEnv, hookEnv, newEnv, driverPorts);
    }

    /** With ports as the driver mapped them. */
    public EnvSpec withDriverPorts(Map<String, Integer> newPorts) {
        return new EnvSpec(node, alloc, task, dirs, hostDirs, hostEnv, hookEnv, templateEnv, newPorts);
    }

    /**
     * The three directories that a task is told; empty ones are left out.
     *
     * @param alloc {@code NOMAD_ALLOC_DIR}
     * @param local {@code NOMAD_TASK_DIR}
     * @param secrets {@code NOMAD_SECRETS_DIR}
     */
    public record EnvDirs(String alloc, String local, String secrets) {
        /** None is known. */
        public static final EnvDirs NONE = new EnvDirs("", "", "");

        /** What tasks with a root of their own see. */
        public static final EnvDirs IN_ROOT = new EnvDirs("/alloc", "/local", "/secrets");

        /** What the agent sees, and tasks without a root of their own. */
        public static EnvDirs onHost(TaskDirs dirs) {
            return new EnvDirs(
                    dirs.sharedDir().toString(),
                    dirs.localDir().toString(),
                    dirs.secretsDir().toString());
        }
    }
}
