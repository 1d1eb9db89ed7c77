package io.outrider.runners.hook.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.Requests;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocHooksTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private AllocRequest request(String groupFields) {
        return Requests.request(data, Requests.alloc("", groupFields));
    }

    @Test
    void theTreeIsBuiltAndRemoved() {
        AllocRequest request = request("\"Tasks\": []");
        AllocDirHook hook = new AllocDirHook();

        hook.prerun(request).block(PATIENCE);
        hook.prerun(request).block(PATIENCE);
        assertThat(data.resolve("alloc/a1/alloc/logs")).isDirectory();

        hook.destroy(request).block(PATIENCE);
        hook.destroy(request).block(PATIENCE);
        assertThat(data.resolve("alloc/a1")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "networks of mode bridge=\"Networks\": [{\"Mode\": \"bridge\"}]",
                "networks of mode cni/foo=\"Networks\": [{\"Mode\": \"cni/foo\"}]",
                "volume blocks=\"Volumes\": {\"v\": {\"Name\": \"v\", \"Type\": \"host\"}}",
                "connect blocks=\"Services\": [{\"Name\": \"s\", \"Connect\": {}}]"
            })
    void groupsThatNeedMoreAreRefusedByName(String example) {
        String[] parts = example.split("=", 2);

        assertThatThrownBy(() ->
                        new UnsupportedGroupHook().prerun(request(parts[1])).block(PATIENCE))
                .isInstanceOfSatisfying(
                        HookException.class, e -> assertThat(e.recoverable()).isFalse())
                .hasMessage("Outrider does not yet support " + parts[0] + " (group \"g\"); nothing of it was started");
    }

    @Test
    void hostNetworksAndPlainServicesPass() {
        AllocRequest request = request("""
                "Networks": [{"Mode": "host"}, {"Mode": ""}], "Volumes": {}, "Services": [{"Name": "s"}]""");

        assertThat(new UnsupportedGroupHook().prerun(request).block(PATIENCE)).isNull();
    }
}
