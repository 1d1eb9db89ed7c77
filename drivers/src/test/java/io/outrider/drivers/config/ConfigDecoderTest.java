package io.outrider.drivers.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.ConfigSpec.Field;
import io.outrider.drivers.ConfigSpec.Type;
import io.outrider.drivers.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigDecoderTest {

    private static final ConfigSpec SPEC = new ConfigSpec(List.of(
            new Field("command", Type.STRING, true),
            new Field("args", Type.LIST_OF_STRING, false),
            new Field("count", Type.NUMBER, false),
            new Field("flag", Type.BOOL, false),
            new Field("ports", Type.MAP_OF_STRING, false),
            new Field("nested", Type.BLOCK, false),
            new Field("after", Type.STRING, false)));

    private final ConfigDecoder decoder = new ConfigDecoder(SPEC);

    @Test
    void missingKeyReadsAsRecorded() throws IOException {
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(() -> decoder.decode(Map.of("args", List.of("x"))))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(DriverException.Kind.INVALID_CONFIG))
                .withMessage(recorded("driver-config-missing-key"));
    }

    @Test
    void unknownKeyReadsAsRecorded() throws IOException {
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(() -> decoder.decode(Map.of("command", "/bin/true", "bogus", "x")))
                .withMessage(recorded("driver-config-unknown-key"));
    }

    @Test
    void allFaultsAreCounted() {
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(() -> decoder.decode(Map.of("bogus", 1, "args", "no list")))
                .withMessageStartingWith("4 errors occurred:\n\t* failed to parse config: \n\t* ")
                .withMessageContaining("Inappropriate value for attribute \"args\": list of string required.");
    }

    @Test
    void faultsAreToldOneByOne() {
        assertThat(decoder.faults(Map.of("bogus", 1, "args", "no list")))
                .containsExactly(
                        new ConfigFault(ConfigFault.Kind.UNKNOWN, "bogus", ""),
                        new ConfigFault(ConfigFault.Kind.MISSING, "command", ""),
                        new ConfigFault(ConfigFault.Kind.WRONG_TYPE, "args", "list of string required"));
        assertThat(decoder.faults(Map.of("command", "x"))).isEmpty();
    }

    @Test
    void valuesTakeTheDeclaredType() {
        DriverConfig config = decoder.decode(Map.of(
                "command",
                5,
                "args",
                List.of("a", 1, 2.50, true),
                "count",
                "7",
                "flag",
                "true",
                "ports",
                List.of(Map.of("http", 80), Map.of("x", "y")),
                "nested",
                List.of(Map.of("k", 1))));

        assertThat(config.string("command")).contains("5");
        assertThat(config.strings("args")).containsExactly("a", "1", "2.5", "true");
        assertThat(config.integer("count")).isEqualTo(7);
        assertThat(config.bool("flag")).isTrue();
        assertThat(config.map("ports")).containsOnly(Map.entry("http", "80"), Map.entry("x", "y"));
        assertThat(config.block("nested")).contains(Map.of("k", 1));
        assertThat(config.string("after")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500ms,PT0.5S", "1m30s,PT1M30S", "1.5h,PT1H30M", "0,PT0S", "-2s,PT-2S", ".5s,PT0.5S", "3us,PT0.000003S"
    })
    void durationsAreGoDurations(String text, Duration expected) {
        assertThat(decoder.decode(Map.of("command", "x", "after", text)).duration("after"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"5", "abc", "1d", "s", "1s1", "9999999999h"})
    void otherDurationsAreRefused(String text) {
        DriverConfig config = decoder.decode(Map.of("command", "x", "after", text));
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(() -> config.duration("after"))
                .withMessageStartingWith("after " + text + " not a valid duration: ");
    }

    private static String recorded(String scenario) throws IOException {
        Path file = Path.of(Objects.requireNonNull(System.getProperty("outrider.root")))
                .resolve("../shared/golden/scenarios/" + scenario + "/expected.json");
        JsonNode events =
                JsonMapper.shared().readTree(Files.readString(file)).at("/snapshots/0/allocs/0/TaskStates/t/Events");
        return events.get(2).get("ValidationError").asString();
    }
}
