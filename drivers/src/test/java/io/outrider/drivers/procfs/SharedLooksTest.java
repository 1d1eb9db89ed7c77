package io.outrider.drivers.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SharedLooksTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 10;

    private final SharedLooks looks = new SharedLooks();

    @Test
    void nobodyGetsALookFromBeforeHeAsked() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Void>> done = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                done.add(threads.submit(rounds()));
            }
            for (Future<Void> each : done) {
                each.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<Void> rounds() {
        return () -> {
            for (int i = 0; i < ROUNDS; i++) {
                seesStartAndEnd();
            }
            return null;
        };
    }

    private void seesStartAndEnd() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "60").start();
        int pid = (int) process.pid();
        assertThat(looks.look().get(pid)).isPresent();
        process.destroyForcibly().waitFor();
        assertThat(looks.look().get(pid)).isEmpty();
    }
}
