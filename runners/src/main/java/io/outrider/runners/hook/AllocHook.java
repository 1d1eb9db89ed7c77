package io.outrider.runners.hook;

import reactor.core.publisher.Mono;

/**
 * A hook of an alloc. A class says by the nested interfaces which moments it takes part in; all moments go through the
 * hooks in the order of their list (behaviour section 3.2).
 */
public interface AllocHook extends Hook {

    /** Before any task: once in each life of the agent, also for an alloc whose tasks run already. */
    interface Prerun extends AllocHook {
        /** Cancelled by kill and shutdown. The first failure fails every task of the alloc (row R19). */
        Mono<Void> prerun(AllocRequest request);
    }

    /** When a newer version of the alloc has come. */
    interface Update extends AllocHook {
        /** {@code request} carries the new version. All hooks run, whatever fails. */
        Mono<Void> update(AllocRequest request);
    }

    /** Before tasks are killed, and when nothing is left alive: may come several times. */
    interface PreKill extends AllocHook {
        /** Failures are ignored. */
        Mono<Void> preKill(AllocRequest request);
    }

    /** Before a task is restarted on request. */
    interface PreTaskRestart extends AllocHook {
        /** Failures are ignored. */
        Mono<Void> preTaskRestart(AllocRequest request);
    }

    /** After the last task has ended; not when the agent leaves. */
    interface Postrun extends AllocHook {
        /** All hooks run, whatever fails. Comes also if prerun was never reached. */
        Mono<Void> postrun(AllocRequest request);
    }

    /** When the alloc is removed from the node. */
    interface Destroy extends AllocHook {
        /** All hooks run, whatever fails; to be called again must be harmless. */
        Mono<Void> destroy(AllocRequest request);
    }

    /** When the agent leaves and the tasks live on. */
    interface Shutdown extends AllocHook {
        /** Frees what is in this process and touches nothing of the tasks. Failures are ignored. */
        Mono<Void> shutdown(AllocRequest request);
    }
}
