package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.cgroup.Cgroups;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Supervision with the machine's cgroups. */
class CgroupSupervisionTest extends SupervisionContract {

    @Override
    Optional<Cgroups> cgroups() {
        Optional<Cgroups> found = Cgroups.detect(Path.of("/proc/self/mounts"), "outrider-test");
        assumeThat(found).as("cgroups need root and a mounted hierarchy").isPresent();
        return found;
    }

    @Test
    void whatHasLeftNoOtherTraceDiesOnStop() {
        TaskConfig config = bench().shell(
                        "env -i OUT=$OUT setsid -f sh -c 'echo $$ >>$OUT; sleep 1000'; sleep 0.1; exec sleep 1000");
        bench().start(config);
        int stray = Integer.parseInt(bench().out(1).get(0));

        bench().driver().stop(config.id(), "", Duration.ofMillis(200)).block(Bench.LIMIT);
        assertThat(Bench.lives(stray)).isFalse();
        bench().driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void usageCountsWhatHasEndedToo() {
        TaskConfig config = bench().shell(
                        "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; echo done >>$OUT; sleep 1000");
        bench().start(config);
        bench().out(1);

        TaskUsage usage =
                bench().driver().usage(config.id(), Duration.ofSeconds(1)).blockFirst(Bench.LIMIT);
        assertThat(usage.userNanos().orElseThrow()).isGreaterThan(20_000_000);
        assertThat(usage.cgroupBytes().orElseThrow()).isGreaterThan(100_000);
        bench().driver().destroy(config.id(), true).block(Bench.LIMIT);
    }
}
