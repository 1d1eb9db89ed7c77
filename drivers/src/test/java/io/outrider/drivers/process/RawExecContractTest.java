package io.outrider.drivers.process;

import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverContract;
import io.outrider.drivers.TaskConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class RawExecContractTest extends DriverContract {

    @TempDir
    private Path dir;

    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench(dir, Optional.empty());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Override
    protected Driver driver() {
        return bench.driver();
    }

    @Override
    protected Driver restart() {
        return bench.restart();
    }

    @Override
    protected TaskConfig exiting(int code) {
        return bench.shell("exit " + code);
    }

    @Override
    protected TaskConfig endless() {
        return bench.shell("echo $$ >>$OUT; exec sleep 1000");
    }

    @Override
    protected TaskConfig with(Map<String, Object> block) {
        return bench.command(block, Map.of());
    }

    @Override
    protected int starts() {
        return bench.hasStarted() ? bench.out(1).size() : bench.readOut().size();
    }
}
