package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.process.RunDir.Started;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts shims. The process that Java sees ends as soon as the task runs: one that lives costs a thread for as long as
 * it does.
 */
final class ShimLauncher {

    /** A start takes milliseconds; a machine that needs this long is out of memory or disk. */
    private static final long LIMIT_SECONDS = 20;

    /** What stands before the run's directory on a shim's command line. */
    static final String NAME = "outrider-shim";

    private final Tools tools;
    private final String shim;

    ShimLauncher(Tools tools) {
        this.tools = tools;
        this.shim = read("shim.sh");
    }

    /** Starts the process of {@code spec} and blocks until it is written down who it is: some milliseconds. */
    Started launch(ProcessSpec spec, RunDir run) {
        byte[] script = new LaunchScript(tools).supervised(spec, run);
        try {
            run.make(spec.id());
            talk(command(run), script, run);
            Optional<Started> started = run.started();
            return started.orElseThrow(() -> notStarted(spec, run, null));
        } catch (IOException e) {
            throw notStarted(spec, run, e);
        }
    }

    private List<String> command(RunDir run) {
        return List.of(
                tools.need("setsid", "util-linux"),
                tools.need("sh", "a POSIX shell"),
                "-c",
                shim,
                NAME,
                run.dir().toString(),
                tools.need("head", "coreutils"));
    }

    private static void talk(List<String> command, byte[] script, RunDir run) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(run.errorFile().toFile());
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(script);
        } catch (IOException e) {
            // A shim that ended early has said why in its error file, and there is no record of a start.
        }
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("no start within " + LIMIT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it started", e);
        }
    }

    private static DriverException notStarted(ProcessSpec spec, RunDir run, @Nullable IOException cause) {
        String complaint = run.complaint();
        String reason = cause != null ? cause.toString() : complaint.isEmpty() ? "it ended at once" : complaint;
        return new DriverException(
                DriverException.Kind.RECOVERABLE,
                "failed to launch command with executor: the supervisor of " + spec.id() + " did not start: " + reason,
                cause);
    }

    private static String read(String resource) {
        try (InputStream in = ShimLauncher.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the program is not whole: " + resource + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
