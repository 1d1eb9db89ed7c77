package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandLineTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rnu | unknown command "rnu". Did you mean "run"?
            job validat x | unknown command "validat". Did you mean "validate"?
            init | unknown command "init". Did you mean "job init"?
            validate x | unknown command "validate". Did you mean "job validate"?
            x.hcl | unknown command "x.hcl". To run a job file: outrider run x.hcl
            help rnu | unknown command "rnu". Did you mean "run"?
            -x | unknown option "-x"
            run -jsn x | unknown option "-jsn". Did you mean "-json"?
            run --data-dri=d x | unknown option "--data-dri=d". Did you mean "--data-dir"?
            run -v | unknown option "-v". The version: outrider version
            -json run x | unknown option "-json". It belongs behind: outrider run
            run | FILE is missing
            run a b | unknown argument "b"
            run x -var | -var needs a value: -var=NAME=VALUE
            run -var -json x | -var needs a value: -var=NAME=VALUE
            run -data-dir | -data-dir needs a value: -data-dir=DIR
            run -data-dir= x | -data-dir needs a value: -data-dir=DIR
            run -data-dir a -data-dir b x | -data-dir is given twice
            run -json=maybe x | -json takes no value
            run -var name x | -var needs NAME=VALUE, not "name"
            completion tcsh | SHELL cannot be "tcsh" (expected: bash, zsh, fish)
            """)
    void wrongUsageIsSaidInOneLineWithWhatWasMeant(String arguments, String message) {
        assertThat(execute(Map.of(), arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines().toList())
                .hasSize(2)
                .startsWith("outrider: " + message)
                .element(1)
                .asString()
                .startsWith("See: outrider ")
                .endsWith(" -help");
        assertThat(out.size()).isZero();
    }

    @Test
    void anUnknownCommandIsAnsweredWithThoseThatThereAre() {
        assertThat(execute(Map.of(), "ps")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("outrider: unknown command \"ps\". There are: run, agent, job, alloc, ")
                .endsWith(", fmt, completion, version, help\nSee: outrider -help\n");
    }

    @Test
    void withoutACommandTheUsageIsShown() {
        assertThat(execute(Map.of())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("Usage: outrider [")
                .contains("  run  ");
        err.reset();
        assertThat(execute(Map.of(), "job")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("Usage: outrider job ")
                .contains("  validate  ");
        assertThat(out.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-v", "-version", "--version", "version"})
    void versionIsPrinted(String argument) {
        assertThat(execute(Map.of(), argument)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Outrider ");
    }

    @ParameterizedTest
    @CsvSource({"help job validate", "job validate -help", "job validate -h", "job validate --help"})
    void helpOfACommandIsPrinted(String arguments) {
        assertThat(execute(Map.of(), arguments.split(" "))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: outrider job validate ");
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"60,60", "200,200", "7,55"})
    void helpIsAsWideAsColumnsSays(String columns, int widest) {
        assertThat(execute(Map.of("COLUMNS", columns), "help", "run")).isZero();
        int width = out.toString(StandardCharsets.UTF_8)
                .lines()
                .mapToInt(String::length)
                .max()
                .orElse(0);
        assertThat(width).isBetween(widest / 2, widest);
    }

    private int execute(Map<String, String> env, String... arguments) {
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                env);
        return OutriderCommand.execute(terminal, arguments);
    }
}
