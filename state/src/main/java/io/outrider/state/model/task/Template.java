package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file or environment that is rendered for a task.
 *
 * @param splay nanoseconds
 * @param vaultGrace nanoseconds
 */
public record Template(
        @JsonProperty("SourcePath") @Nullable String sourcePath,
        @JsonProperty("DestPath") @Nullable String destPath,
        @JsonProperty("EmbeddedTmpl") @Nullable String embeddedTmpl,
        @JsonProperty("ChangeMode") @Nullable String changeMode,
        @JsonProperty("ChangeSignal") @Nullable String changeSignal,
        @JsonProperty("ChangeScript") @Nullable ChangeScript changeScript,
        @JsonProperty("Splay") @Nullable Long splay,
        @JsonProperty("Perms") @Nullable String perms,
        @JsonProperty("Uid") @Nullable Long uid,
        @JsonProperty("Gid") @Nullable Long gid,
        @JsonProperty("LeftDelim") @Nullable String leftDelim,
        @JsonProperty("RightDelim") @Nullable String rightDelim,
        @JsonProperty("Envvars") @Nullable Boolean envvars,
        @JsonProperty("VaultGrace") @Nullable Long vaultGrace,
        @JsonProperty("Wait") @Nullable WaitConfig waitConfig,
        @JsonProperty("ErrMissingKey") @Nullable Boolean errMissingKey,

        @JsonProperty("Once") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean once) {

    /** The splay, when set. */
    public Optional<Duration> splayDuration() {
        return Optional.ofNullable(splay).map(Duration::ofNanos);
    }
}
