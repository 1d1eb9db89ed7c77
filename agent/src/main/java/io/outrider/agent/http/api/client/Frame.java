package io.outrider.agent.http.api.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;

/** One frame of a stream of bytes; one without anything in it says that the server lives. */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
record Frame(
        @JsonProperty("Offset") long offset,

        @JsonProperty("Data") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        byte[] data,

        @JsonProperty("File") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String file,

        @JsonProperty("FileEvent") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String fileEvent) {

    private static final byte[] BEAT = "{}".getBytes(StandardCharsets.US_ASCII);

    static byte[] beat() {
        return BEAT.clone();
    }

    byte[] bytes() {
        return Json.mapper().writeValueAsBytes(this);
    }
}
