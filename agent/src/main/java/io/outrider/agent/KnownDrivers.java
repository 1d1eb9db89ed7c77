package io.outrider.agent;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.process.RawExecDriver;
import io.outrider.drivers.scripted.ScriptedDriver;
import java.util.Map;
import java.util.TreeMap;

/** The drivers that every agent has, known without starting one. */
public final class KnownDrivers {

    private KnownDrivers() {}

    /** What the {@code config} block of each may hold, by the driver's name, in the order of the names. */
    public static Map<String, ConfigSpec> configs() {
        Map<String, ConfigSpec> configs = new TreeMap<>();
        configs.put(RawExecDriver.NAME, RawExecDriver.CONFIG);
        configs.put(ScriptedDriver.NAME, ScriptedDriver.CONFIG);
        return configs;
    }
}
