package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.drain.LogDrainContract;
import io.outrider.drivers.logs.drain.LogRig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a drain that is a process of its own: one process, which all tests and all their agents find. */
final class DrainClientContractTest extends LogDrainContract {

    @TempDir
    private static Path home;

    @Override
    protected LogDrain start(LogRig rig) {
        return client(rig);
    }

    @AfterAll
    static void endTheProcess() {
        LogRig rig = new LogRig();
        DrainClient client = client(rig);
        client.quit().block(SOON);
        client.close().block(SOON);
        rig.close();
    }

    private static DrainClient client(LogRig rig) {
        DrainConfig config = new DrainConfig(
                home.resolve("d"), home.resolve("n"), "1", Optional.empty(), Duration.ofSeconds(60), SOON);
        return DrainClient.start(config, rig.scheduler(), rig);
    }
}
