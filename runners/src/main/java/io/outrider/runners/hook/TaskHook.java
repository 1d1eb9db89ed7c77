package io.outrider.runners.hook;

import reactor.core.publisher.Mono;

/**
 * A hook of a task. A class says by the nested interfaces which moments it takes part in; all moments go through the
 * hooks in the order of their list (behaviour section 4.2).
 */
public interface TaskHook extends Hook {

    /** Before every start of the task, and once for a task that runs already when the agent comes back. */
    interface Prestart extends TaskHook {
        /**
         * Cancelled by kill and shutdown. Not called again for this task once its response was
         * {@link PrestartResponse#done()}. The first failure ends the pass and goes to the restart policy.
         */
        Mono<PrestartResponse> prestart(TaskRequest request);

        /**
         * Whether its prestart needs nothing of the hook right before it in the list, and runs beside that one. When
         * that one fails this one is cancelled and its outcome does not count; its stop moment comes all the same.
         */
        default boolean besidePrevious() {
            return false;
        }
    }

    /** After each start of the task. */
    interface Poststart extends TaskHook {
        /** Failures become events; the task goes on. */
        Mono<Void> poststart(TaskRequest request);
    }

    /** Before the task is killed or restarted on request, and before its shutdown delay. */
    interface PreKill extends TaskHook {
        /** Failures are logged. */
        Mono<Void> preKill(TaskRequest request);
    }

    /** After each end of the task, by whatever cause, before the restart decision. */
    interface Exited extends TaskHook {
        /** Failures become events. */
        Mono<Void> exited(TaskRequest request);
    }

    /** When the task will never run again; may come though prestart never did, and again after a restore. */
    interface Stop extends TaskHook {
        /** Not cancelled by the kill (row R11). All hooks run, whatever fails. */
        Mono<Void> stop(TaskRequest request);
    }

    /** When a newer version of the alloc has come, or a token has changed. */
    interface Update extends TaskHook {
        /** {@code request} carries the new version. All hooks run, whatever fails. */
        Mono<Void> update(TaskRequest request);
    }

    /** When the agent leaves and the task lives on. */
    interface Shutdown extends TaskHook {
        /** Frees what is in this process and touches nothing of the task. Failures are logged. */
        Mono<Void> shutdown(TaskRequest request);
    }
}
