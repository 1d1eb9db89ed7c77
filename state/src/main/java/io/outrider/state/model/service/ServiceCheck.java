package io.outrider.state.model.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A check of a service.
 *
 * @param advertise only in the shape of job files, not in server answers
 * @param interval nanoseconds
 * @param timeout nanoseconds
 */
public record ServiceCheck(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Command") @Nullable String command,
        @JsonProperty("Args") @Nullable List<String> args,
        @JsonProperty("Path") @Nullable String path,
        @JsonProperty("Protocol") @Nullable String protocol,
        @JsonProperty("PortLabel") @Nullable String portLabel,
        @JsonProperty("Expose") @Nullable Boolean expose,

        @JsonProperty("Advertise") @JsonView(Shape.JobFile.class) @Nullable
        String advertise,

        @JsonProperty("AddressMode") @Nullable String addressMode,
        @JsonProperty("Interval") @Nullable Long interval,
        @JsonProperty("Timeout") @Nullable Long timeout,
        @JsonProperty("InitialStatus") @Nullable String initialStatus,
        @JsonProperty("TLSServerName") @Nullable String tlsServerName,
        @JsonProperty("TLSSkipVerify") @Nullable Boolean tlsSkipVerify,
        @JsonProperty("Method") @Nullable String method,
        @JsonProperty("Header") @Nullable Map<String, List<String>> header,
        @JsonProperty("CheckRestart") @Nullable CheckRestart checkRestart,
        @JsonProperty("GRPCService") @Nullable String grpcService,
        @JsonProperty("GRPCUseTLS") @Nullable Boolean grpcUseTls,
        @JsonProperty("TaskName") @Nullable String taskName,
        @JsonProperty("SuccessBeforePassing") @Nullable Long successBeforePassing,
        @JsonProperty("FailuresBeforeCritical") @Nullable Long failuresBeforeCritical,
        @JsonProperty("Body") @Nullable String body,
        @JsonProperty("OnUpdate") @Nullable String onUpdate,

        @JsonProperty("Notes") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String notes,

        @JsonProperty("FailuresBeforeWarning") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long failuresBeforeWarning) {
    public ServiceCheck {
        args = Immutable.list(args);
        header = Immutable.map(header);
    }
}
