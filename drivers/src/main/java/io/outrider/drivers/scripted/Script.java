package io.outrider.drivers.scripted;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.ConfigSpec.Field;
import io.outrider.drivers.ConfigSpec.Type;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.StartedTask.DriverNetwork;
import io.outrider.drivers.config.ConfigDecoder;
import io.outrider.drivers.config.DriverConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scripted task does, from its {@code config} block (behaviour section 5.8). */
record Script(
        Command command,
        Optional<String> startError,
        boolean startErrorRecoverable,
        Duration startBlockFor,
        Duration killAfter,
        Optional<DriverNetwork> network) {

    static final ConfigSpec SPEC = spec();

    private static final ConfigDecoder DECODER = new ConfigDecoder(SPEC);
    private static final ConfigDecoder COMMAND_DECODER = new ConfigDecoder(new ConfigSpec(commandFields()));

    /** What the task (or a command run in it) does once it is up. */
    record Command(
            Duration runFor,
            int exitCode,
            int exitSignal,
            String exitMessage,
            String signalError,
            Out stdout,
            Out stderr) {

        static Command of(DriverConfig config) {
            return new Command(
                    config.duration("run_for"),
                    config.integer("exit_code"),
                    config.integer("exit_signal"),
                    config.string("exit_err_msg").orElse(""),
                    config.string("signal_error").orElse(""),
                    Out.of(config, "stdout"),
                    Out.of(config, "stderr"));
        }
    }

    /** What is written to one stream: {@code text} at once, then {@code repeats} times {@code spacing} apart. */
    record Out(String text, int repeats, Duration spacing) {

        static Out of(DriverConfig config, String stream) {
            return new Out(
                    config.string(stream + "_string").orElse(""),
                    config.integer(stream + "_repeat"),
                    config.duration(stream + "_repeat_duration"));
        }
    }

    /** Checks the block; fails with a {@link DriverException}. */
    static Script of(Map<String, Object> block) {
        DriverConfig config = DECODER.decode(block);
        config.block("exec_command").ifPresent(nested -> Command.of(COMMAND_DECODER.decode(nested)));
        // Checked like the rest, and without effect: the reference re-attaches before anybody can see its plugin gone.
        config.duration("plugin_exit_after");
        return new Script(
                Command.of(config),
                config.string("start_error").filter(text -> !text.isEmpty()),
                config.bool("start_error_recoverable"),
                config.duration("start_block_for"),
                config.duration("kill_after"),
                network(config));
    }

    private static Optional<DriverNetwork> network(DriverConfig config) {
        String ip = config.string("driver_ip").orElse("");
        String ports = config.string("driver_port_map").orElse("");
        if (ip.isEmpty() && ports.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new DriverNetwork(portMap(ports), ip, config.bool("driver_advertise")));
    }

    private static Map<String, Integer> portMap(String text) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        if (!text.isEmpty()) {
            String[] parts = text.split(":", -1);
            if (parts.length != 2 || !parts[1].matches("\\d{1,5}")) {
                throw new DriverException(DriverException.Kind.FATAL, "malformed port map: \"" + text + "\"");
            }
            ports.put(parts[0], Integer.parseInt(parts[1]));
        }
        return ports;
    }

    private static ConfigSpec spec() {
        List<Field> fields = new ArrayList<>(commandFields());
        fields.add(new Field("start_error", Type.STRING, false));
        fields.add(new Field("start_error_recoverable", Type.BOOL, false));
        fields.add(new Field("start_block_for", Type.STRING, false));
        fields.add(new Field("kill_after", Type.STRING, false));
        fields.add(new Field("plugin_exit_after", Type.STRING, false));
        fields.add(new Field("driver_ip", Type.STRING, false));
        fields.add(new Field("driver_advertise", Type.BOOL, false));
        fields.add(new Field("driver_port_map", Type.STRING, false));
        fields.add(new Field("exec_command", Type.BLOCK, false));
        return new ConfigSpec(fields);
    }

    private static List<Field> commandFields() {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("run_for", Type.STRING, false));
        fields.add(new Field("exit_code", Type.NUMBER, false));
        fields.add(new Field("exit_signal", Type.NUMBER, false));
        fields.add(new Field("exit_err_msg", Type.STRING, false));
        fields.add(new Field("signal_error", Type.STRING, false));
        for (String stream : List.of("stdout", "stderr")) {
            fields.add(new Field(stream + "_string", Type.STRING, false));
            fields.add(new Field(stream + "_repeat", Type.NUMBER, false));
            fields.add(new Field(stream + "_repeat_duration", Type.STRING, false));
        }
        return fields;
    }
}
