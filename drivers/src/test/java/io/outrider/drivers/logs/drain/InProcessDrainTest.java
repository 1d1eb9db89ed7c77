package io.outrider.drivers.logs.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, and what is of the drain in this JVM alone. */
final class InProcessDrainTest extends LogDrainContract {

    @TempDir
    private Path dir;

    private final LogRig own = new LogRig();

    @Override
    protected LogDrain start(LogRig rig) {
        return rig.drain();
    }

    @AfterEach
    void closeOwn() {
        own.close();
    }

    @Test
    void sixtyFourMebibytesOfNoiseKeepTheirHash() throws Exception {
        InProcessDrain drain = own.drain();
        LogSource source = LogRig.source(dir, 100, 1 << 20);
        LogFifos fifos = drain.attach(source).block(SOON);
        MessageDigest written = MessageDigest.getInstance("SHA-256");
        long total = writeNoise(fifos, written);
        drain.settle(source).block(SOON);
        MessageDigest read = MessageDigest.getInstance("SHA-256");
        long end = own.store()
                .read(new LogStore.Query(LogRig.folders(dir), "web", LogStore.Fd.STDOUT, 0, false))
                .doOnNext(item -> {
                    if (item instanceof LogItem.Data data) {
                        read.update(data.bytes());
                    }
                })
                .ofType(LogItem.End.class)
                .map(LogItem.End::offset)
                .blockLast(SOON);
        assertThat(end).isEqualTo(total);
        assertThat(read.digest()).isEqualTo(written.digest());
        drain.close().block(SOON);
    }

    private static long writeNoise(LogFifos fifos, MessageDigest written) throws IOException {
        Random random = new Random(7);
        byte[] block = new byte[99_991];
        long total = 0;
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(fifos.stdout()), written)) {
            while (total < 64 << 20) {
                random.nextBytes(block);
                out.write(block);
                total += block.length;
            }
        }
        return total;
    }

    @Test
    void twoDrainsNeverCollectFromTheSameStream() {
        LogSource source = LogRig.source(dir, 3, 1000);
        InProcessDrain first = own.drain();
        first.attach(source).block(SOON);
        InProcessDrain second = own.drain();
        assertThatThrownBy(() -> second.attach(source).block(SOON)).hasMessageContaining("another log drain");
        second.close().block(SOON);
        first.close().block(SOON);
    }
}
