package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.cgroup.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
    void aTaskIsInItsCgroupsFromTheFirstInstructionOn() throws IOException {
        TaskConfig config = bench().shell("cat /proc/self/cgroup >groups; echo done >>$OUT; exec sleep 1000");
        bench().start(config);
        bench().out(1);

        List<String> joined = Files.readAllLines(bench().taskDir().resolve("groups")).stream()
                .filter(line -> line.contains("/outrider-test/"))
                .toList();
        assertThat(joined).isNotEmpty().allSatisfy(line -> assertThat(line)
                .endsWith("/" + config.id().toString().replace('/', '.')));
        assertThat(joined).hasSameSizeAs(hierarchies());
        bench().driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    private List<Path> hierarchies() {
        return cgroups().orElseThrow().named("x").joinFiles();
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

    @Test
    void aKillForMemoryIsToldApart() throws IOException {
        TaskConfig config = bench().shell("while [ ! -e go ]; do sleep 0.01; done; "
                + "x=$(head -c 100000000 /dev/zero | tr '\\0' a); echo ${#x}");
        bench().start(config);
        Optional<Path> limit = memoryLimit(bench().pid(config.id()));
        assumeThat(limit).as("no cgroup with a memory limit").isPresent();
        Files.writeString(limit.orElseThrow(), "20000000");
        Files.writeString(bench().taskDir().resolve("go"), "");

        assertThat(bench().driver().exit(config.id()).block(Bench.LIMIT)).isEqualTo(ExitResult.signaled(9, true));
        bench().driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    private static Optional<Path> memoryLimit(int pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/cgroup")).stream()
                .filter(line -> line.contains("outrider-test"))
                .map(line -> line.split(":", 3))
                .flatMap(line -> Stream.of(
                        Path.of("/sys/fs/cgroup/memory" + line[2], "memory.limit_in_bytes"),
                        Path.of("/sys/fs/cgroup" + line[2], "memory.max")))
                .filter(Files::exists)
                .findFirst();
    }
}
