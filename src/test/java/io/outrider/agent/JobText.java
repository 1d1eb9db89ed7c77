package io.outrider.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small job files for tests. */
final class JobText {

    private JobText() {}

    /** A batch job of one raw_exec task {@code t} that runs a shell script and is not restarted. */
    static Path script(Path dir, String script) {
        return write(dir, "script", job(task("t", script, "")));
    }

    /** A job {@code test} with one group {@code g} of these tasks. */
    static String job(String tasks) {
        return """
                job "test" {
                  type = "batch"
                  group "g" {
                    restart {
                      attempts = 0
                    }
                %s
                  }
                }
                """.formatted(tasks);
    }

    /** A raw_exec task that runs a shell script; {@code more} are further lines of its block. */
    static String task(String name, String script, String more) {
        return """
                task "%s" {
                  driver = "raw_exec"
                  %s
                  config {
                    command = "/bin/sh"
                    args = ["-c", <<EOS
                %s
                EOS
                    ]
                  }
                }
                """.formatted(name, more, script);
    }

    static Path write(Path dir, String name, String text) {
        try {
            return Files.writeString(dir.resolve(name + ".nomad.hcl"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
