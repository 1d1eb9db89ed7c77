package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shells themselves are asked what they would offer. */
final class CompletionTest {

    /** What bash does at a press of the tab key: words, line and place, then the function that is registered. */
    private static final String BASH = """
            source ./script
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
            complete -p outrider | sed 's/.* -F \\([^ ]*\\) .*/\\1/' > function
            "$(cat function)" outrider "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    private final Path dir;

    CompletionTest(@TempDir Path dir) {
        this.dir = dir;
    }

    /** {@code _} at the end of a line is an empty word, behind a blank. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            outrider _ | run agent job alloc node deployment namespace var system monitor fmt help
            outrider v | var version
            outrider job _ | init run validate
            outrider job v | validate
            outrider alloc _ | status logs fs restart signal stop checks
            outrider node pool _ | list info nodes
            outrider alloc logs -ta | -tail -task
            outrider help _ | run agent job fmt completion version help
            outrider help fm | fmt
            outrider help job _ | init run validate
            outrider run -j | -json
            outrider job validate --var | --var --var-file
            outrider fmt -c | -check
            outrider fmt --r | --recursive
            outrider completion _ | bash zsh fish
            outrider completion f | fish
            outrider run -var-file a.v | a.vars
            outrider run -var-file a.vars a | a.nomad.hcl a.vars
            outrider run a.n | a.nomad.hcl
            outrider job run -output a.n | a.nomad.hcl
            outrider fmt a.n | a.nomad.hcl
            outrider fmt a.nomad.hcl b | b.nomad.hcl
            outrider run -data-dir d | data
            """)
    void bashOffersWhatFits(String line, String offered) throws IOException, InterruptedException {
        Files.writeString(dir.resolve("a.nomad.hcl"), "");
        Files.writeString(dir.resolve("b.nomad.hcl"), "");
        Files.writeString(dir.resolve("a.vars"), "");
        Files.createDirectory(dir.resolve("data"));
        script("bash");
        List<String> words = Stream.of(line.split(" "))
                .map(word -> word.equals("_") ? "" : word)
                .toList();
        // More commands may come; what does not begin as the word does may not.
        assertThat(run("bash", words, "--norc", "--noprofile", "-c", BASH, "bash"))
                .contains(offered.split(" "))
                .allMatch(word -> word.startsWith(words.get(words.size() - 1)))
                .doesNotHaveDuplicates();
    }

    @Test
    void zshTakesTheScript() throws IOException, InterruptedException {
        needs("zsh");
        script("zsh");
        String program = "autoload -Uz compinit && compinit -u -D\nsource ./script\nprint -- $_comps[outrider]\n";
        assertThat(run("zsh", List.of(), "-f", "-c", program)).noneMatch(String::isBlank);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            outrider _ | run agent job alloc node deployment namespace var system monitor fmt help
            outrider job _ | init run validate
            outrider help _ | run agent job fmt completion version help
            outrider completion _ | bash zsh fish
            outrider run -js | -json
            """)
    void fishOffersWhatFits(String line, String offered) throws IOException, InterruptedException {
        needs("fish");
        script("fish");
        String words = line.replace("_", "");
        List<String> found =
                run("fish", List.of(), "--no-config", "-c", "source ./script; complete -C '" + words + "'");
        assertThat(found.stream().map(text -> text.split("\t")[0])).contains(offered.split(" "));
    }

    private static void needs(String shell) {
        boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, shell)));
        assumeTrue(there, shell + " is not installed");
    }

    private void script(String shell) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.of(print, print, false, Map.of());
        assertThat(OutriderCommand.execute(terminal, new String[] {"completion", shell}))
                .isZero();
        Files.write(dir.resolve("script"), out.toByteArray());
    }

    private List<String> run(String shell, List<String> words, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = Stream.of(Stream.of(shell), Stream.of(arguments), words.stream())
                .flatMap(part -> part)
                .toList();
        Path out = dir.resolve("out");
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(dir.resolve("err").toFile())
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("%s ended", shell).isTrue();
        assertThat(process.exitValue()).as(Files.readString(dir.resolve("err"))).isZero();
        return Files.readAllLines(out);
    }
}
