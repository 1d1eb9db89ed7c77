package io.outrider.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandTreeTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
    private final Terminal terminal = Terminal.of(stream, stream, false, Map.of());

    @Command(name = "root")
    private static final class Root {}

    @Test
    void everyCommandIsFoundByItsOwnName() {
        CommandLine whole = new CommandTree(terminal).whole(new Root());

        assertThat(whole.getSubcommands().keySet()).contains("run", "job", "fmt", "completion", "version", "help");
        whole.getSubcommands().forEach(CommandTreeTest::isNamed);
    }

    private static void isNamed(String name, CommandLine command) {
        Command annotation = command.getCommand().getClass().getAnnotation(Command.class);
        assertThat(annotation.name()).isEqualTo(name);
        command.getSubcommands().forEach(CommandTreeTest::isNamed);
    }

    @Test
    void onlyWhatALineCanMeanIsMade() {
        CommandLine validate = new CommandTree(terminal).of(new Root(), "job", "validate");

        assertThat(validate.getSubcommands().keySet()).containsExactly("job");
        assertThat(Objects.requireNonNull(validate.getSubcommands().get("job"))
                        .getSubcommands()
                        .keySet())
                .containsExactly("validate");
        CommandTree tree = new CommandTree(terminal);
        assertThat(tree.of(new Root(), "jb", "").getSubcommands().keySet())
                .isEqualTo(tree.whole(new Root()).getSubcommands().keySet());
    }

    @Test
    void hintsKnowTheCommandsThatWereNotMade() {
        int code = OutriderCommand.execute(terminal, new String[] {"job", "validate", "-data-dir=x", "f"});

        assertThat(code).isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("It belongs behind: outrider ");
    }
}
