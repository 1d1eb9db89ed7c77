package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent in this JVM. */
final class NodeAgentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path temp;

    NodeAgentTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void closeDuringStartLeavesNoAgentBehind() throws IOException {
        for (int i = 0; i < 10; i++) {
            Path data = temp.resolve("d" + i);
            NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(data).build());

            CompletableFuture<?> start = CompletableFuture.runAsync(
                    () -> agent.start().onErrorComplete().block(PATIENCE));
            spin(i * 300_000L);
            agent.close().block(PATIENCE);
            start.join();
            assertThatThrownBy(agent::jobs).isInstanceOf(AgentException.class);
            DataDirLock.take(data, 1).close();
        }
        assertThat(temp).isNotEmptyDirectory();
    }

    /** Not a wait for anything: it lets the close fall into another moment of the start each time. */
    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
