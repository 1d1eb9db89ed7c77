package io.outrider.agent.standalone.cluster;

import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.cluster.SchedulerConfig;
import java.util.OptionalLong;

/** Settings of the scheduler. */
public final class Settings {

    private Settings() {}

    /**
     * Sets them; false: they have another index than the writer expects, and were left as they are.
     *
     * @param cas the index that they must have
     */
    public static boolean put(SchedulerConfig config, OptionalLong cas, Draft draft) {
        SchedulerConfig held = draft.state().scheduler();
        if (cas.isPresent() && cas.getAsLong() != held.modifyIndex()) {
            return false;
        }
        long created = held.createIndex() == 0 ? draft.index() : held.createIndex();
        draft.cause("SchedulerConfigUpdated");
        draft.put(new SchedulerConfig(
                config.algorithm() == null ? held.algorithm() : config.algorithm(),
                config.preemption() == null ? held.preemption() : config.preemption(),
                config.memoryOversubscription(),
                config.rejectJobRegistration(),
                config.pauseEvalBroker(),
                created,
                draft.index()));
        if (held.pauseEvalBroker() && !config.pauseEvalBroker()) {
            resume(draft);
        }
        return true;
    }

    /** Evaluations that came in the meantime are in line again. */
    private static void resume(Draft draft) {
        draft.state().evaluations().stream()
                .filter(eval -> eval.isDue(draft.now()))
                .forEach(
                        eval -> draft.put(eval.edit().modifyIndex(draft.index()).done()));
    }
}
