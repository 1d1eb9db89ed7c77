package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.Driver;
import io.outrider.streams.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KnownDriversTest {

    @Test
    void areThoseThatAnAgentHas(@TempDir Path temp) {
        Workers workers = new Workers();
        NodeAgentConfig config = NodeAgentConfig.builder(temp).build();
        Supervision made =
                Supervision.start(config, workers.single("timer"), workers.blockingFailWhenFull("io", 2, 10));
        Map<String, ConfigSpec> configs =
                made.drivers().values().stream().collect(Collectors.toMap(Driver::name, Driver::configSpec));
        made.close().then(workers.close(Duration.ofSeconds(10))).block(Duration.ofSeconds(20));
        assertThat(KnownDrivers.configs()).isEqualTo(configs);
    }
}
