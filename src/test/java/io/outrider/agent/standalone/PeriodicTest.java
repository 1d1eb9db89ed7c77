package io.outrider.agent.standalone;

import static io.outrider.agent.standalone.TestPlane.batch;
import static io.outrider.agent.standalone.TestPlane.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Launches of periodic jobs when their times were missed, changed, or could not be kept. */
final class PeriodicTest {

    private static final Instant BEGIN = Instant.parse("2026-11-30T00:00:00Z");

    private final FullStore store = new FullStore();
    private final TestPlane plane = new TestPlane(store);

    private static Job periodic(String spec) {
        String json = new String(Json.bytes(batch("per", "x")), StandardCharsets.UTF_8);
        return Json.read(
                json.substring(0, json.length() - 1) + ", \"Periodic\": {\"Enabled\": true, \"Specs\": [\"" + spec
                        + "\"], \"SpecType\": \"cron\", \"TimeZone\": \"UTC\"}}",
                Job.class);
    }

    private List<Job> launched() {
        return plane.state().children(key("per"));
    }

    @Test
    void manyLaunchesThatWereMissedAreMadeUpForOnce() {
        plane.register(periodic("* * * * *"));
        plane.pass(Duration.ofMinutes(1).plusMillis(1));
        assertThat(launched()).hasSize(1);
        plane.restartAfter(Duration.ofDays(1));
        plane.pass(Duration.ofSeconds(1));
        assertThat(launched()).hasSize(2);
        plane.pass(Duration.ofMinutes(1));
        assertThat(launched()).hasSize(3);
    }

    @Test
    void nothingIsMadeUpForWhileAJobWasStopped() {
        plane.register(periodic("* * * * *"));
        plane.pass(Duration.ofMinutes(1).plusMillis(1));
        plane.stop("per");
        plane.pass(Duration.ofDays(7));
        plane.register(periodic("* * * * *"));
        plane.pass(Duration.ofSeconds(1));
        assertThat(launched()).hasSize(1);
    }

    @Test
    void formerTimesDoNotCountAfterAnUpdate() {
        plane.register(periodic("* * * * *"));
        plane.register(periodic("0 12 * * *"));
        plane.pass(Duration.ofMinutes(2));
        assertThat(launched()).isEmpty();
        plane.pass(Duration.ofHours(12));
        assertThat(launched())
                .extracting(Job::id)
                .containsExactly(
                        "per/periodic-" + BEGIN.plus(Duration.ofHours(12)).getEpochSecond());
    }

    @Test
    void firstLaunchComesWhateverElseHappensAtItsTime() {
        plane.register(periodic("* * * * *"));
        plane.pass(Duration.ofMinutes(1));
        plane.register(batch("other", "x"));
        plane.pass(Duration.ofMillis(10));
        assertThat(launched())
                .extracting(Job::id)
                .containsExactly(
                        "per/periodic-" + BEGIN.plus(Duration.ofMinutes(1)).getEpochSecond());
    }

    @Test
    void launchThatCannotBeKeptComesWhenItCan() {
        plane.register(periodic("0 * * * *"));
        store.full(true);
        plane.pass(Duration.ofHours(1).plusMillis(1));
        assertThat(launched()).isEmpty();
        store.full(false);
        plane.pass(Duration.ofMinutes(2));
        assertThat(launched()).hasSize(1);
        plane.pass(Duration.ofHours(1));
        assertThat(launched()).hasSize(2);
    }
}
