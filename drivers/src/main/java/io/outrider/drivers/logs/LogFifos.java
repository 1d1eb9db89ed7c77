package io.outrider.drivers.logs;

import java.nio.file.Path;

/** The two FIFOs that a task writes its output into. They exist, mode 0600. */
public record LogFifos(Path stdout, Path stderr) {}
