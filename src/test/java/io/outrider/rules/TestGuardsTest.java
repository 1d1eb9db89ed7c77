package io.outrider.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.Workers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The guards that every test of this module runs under are on; nothing here switches them on. */
class TestGuardsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void blockHoundBitesOnLoopThreads() {
        Workers workers = new Workers();
        Mono<String> blocking = Mono.fromCallable(() -> {
                    Thread.sleep(1);
                    return "slept";
                })
                .subscribeOn(workers.parallel("loop", 1));
        StepVerifier.create(blocking).expectError(BlockingOperationError.class).verify(PATIENCE);
        workers.close(PATIENCE).block(PATIENCE);
    }

    @Test
    void nettysLeakDetectorIsParanoid() throws ReflectiveOperationException {
        assertThat(System.getProperty("io.netty.leakDetection.level")).isEqualTo("paranoid");
        assertThat(leakDetectionLevel()).isIn("PARANOID", "Netty is not on the class path");
    }

    private static String leakDetectionLevel() throws ReflectiveOperationException {
        try {
            Class<?> detector = Class.forName("io.netty.util.ResourceLeakDetector");
            return detector.getMethod("getLevel").invoke(null).toString();
        } catch (ClassNotFoundException e) {
            return "Netty is not on the class path";
        }
    }
}
