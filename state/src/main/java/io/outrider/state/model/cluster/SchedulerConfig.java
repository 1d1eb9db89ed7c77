package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** Settings of the scheduler. */
public record SchedulerConfig(
        @JsonProperty("SchedulerAlgorithm") @Nullable String algorithm,
        @JsonProperty("PreemptionConfig") @Nullable Preemption preemption,
        @JsonProperty("MemoryOversubscriptionEnabled") boolean memoryOversubscription,
        @JsonProperty("RejectJobRegistration") boolean rejectJobRegistration,
        @JsonProperty("PauseEvalBroker") boolean pauseEvalBroker,
        @JsonProperty("CreateIndex") long createIndex,
        @JsonProperty("ModifyIndex") long modifyIndex) {
    /** What holds until somebody changes it. */
    public static final SchedulerConfig STANDARD =
            new SchedulerConfig("binpack", new Preemption(true, false, false, false), false, false, false, 0, 0);

    /** Which schedulers may push out others. Kept and told; nothing here preempts. */
    public record Preemption(
            @JsonProperty("SystemSchedulerEnabled") boolean system,
            @JsonProperty("SysBatchSchedulerEnabled") boolean sysbatch,
            @JsonProperty("BatchSchedulerEnabled") boolean batch,
            @JsonProperty("ServiceSchedulerEnabled") boolean service) {}
}
