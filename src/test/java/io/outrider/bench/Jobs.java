package io.outrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Job files for measurements: groups of one raw_exec task {@code t}. */
final class Jobs {

    private Jobs() {}

    /** {@code count} tasks that do nothing for a long time. */
    static Path sleeping(Path dir, String name, int count) {
        return write(dir, name, text(name, "service", count, config("/bin/sleep", "\"86400\"")));
    }

    /** {@code count} batch tasks that run a script. */
    static Path script(Path dir, String name, int count, String script) {
        return write(dir, name, text(name, "batch", count, config("/bin/sh", "\"-c\", \"" + script + "\"")));
    }

    /** A batch task whose output is kept whole, in files of 10 MB. */
    static Path writing(Path dir, String name, String script) {
        String logs = """
                logs {
                  max_files     = 100
                  max_file_size = 10
                }
                """;
        return write(dir, name, text(name, "batch", 1, config("/bin/sh", "\"-c\", \"" + script + "\"") + logs));
    }

    private static String config(String command, String args) {
        return """
                config {
                  command = "%s"
                  args    = [%s]
                }
                """.formatted(command, args);
    }

    private static String text(String name, String type, int count, String body) {
        return """
                job "%s" {
                  type = "%s"
                  group "g" {
                    count = %d
                    ephemeral_disk {
                      size = 2000
                    }
                    restart {
                      attempts = 0
                      mode     = "fail"
                    }
                    task "t" {
                      driver = "raw_exec"
                      %s
                    }
                  }
                }
                """.formatted(name, type, count, body);
    }

    private static Path write(Path dir, String name, String text) {
        try {
            return Files.writeString(dir.resolve(name + ".nomad.hcl"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
