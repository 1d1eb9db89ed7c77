package io.outrider.agent.cli;

import io.outrider.jobspec.hcl.NearestName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in our words what is wrong with a command line, and what was probably meant. */
final class WrongUsage {

    /** Shorter names are near to everything. */
    private static final int SHORTEST_GUESS = 3;

    private static final List<String> JOB_FILES = List.of(".hcl", ".nomad", ".json");

    private final CommandLine command;

    private WrongUsage(CommandLine command) {
        this.command = command;
    }

    /** One line. */
    static String of(ParameterException error) {
        WrongUsage usage = new WrongUsage(error.getCommandLine());
        List<String> unmatched = error instanceof UnmatchedArgumentException wrong
                ? wrong.getUnmatched()
                : error.getCommandLine().getUnmatchedArguments();
        // A missing file is no news when the command line was about something else.
        if (!unmatched.isEmpty()) {
            return usage.unknown(unmatched.get(0));
        }
        if (error instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return usage.missing(missing.getMissing().get(0));
        }
        if (error instanceof OverwrittenOptionException twice) {
            return name(twice.getOverwritten()) + " is given twice";
        }
        ArgSpec wrong = error.getArgSpec();
        if (wrong instanceof OptionSpec && wrong.arity().max() == 0) {
            return name(wrong) + " takes no value";
        }
        return wrong != null && wrong.completionCandidates() != null
                ? usage.oneOf(wrong, Objects.requireNonNullElse(error.getValue(), ""))
                : String.valueOf(error.getMessage());
    }

    private String missing(ArgSpec wanted) {
        return wanted.isPositional()
                ? wanted.paramLabel() + " is missing"
                : name(wanted) + " needs a value: " + name(wanted) + "=" + wanted.paramLabel();
    }

    private String oneOf(ArgSpec wanted, String given) {
        List<String> choices = new ArrayList<>();
        wanted.completionCandidates().forEach(choices::add);
        return wanted.paramLabel() + " cannot be \"" + given + "\" (expected: " + String.join(", ", choices) + ")";
    }

    private String unknown(String word) {
        boolean option = word.startsWith("-") && word.length() > 1;
        String what = option ? "option" : command.getSubcommands().isEmpty() ? "argument" : "command";
        String hint = option ? forOption(word.split("=", 2)[0]) : forWord(word);
        return "unknown " + what + " \"" + word + "\"" + (hint.isEmpty() ? "" : ". " + hint);
    }

    private String forOption(String word) {
        if (word.equals("-v") || word.endsWith("-version")) {
            return "The version: outrider version";
        }
        String question = NearestName.question(
                word,
                options(command).filter(name -> name.length() >= SHORTEST_GUESS).toList());
        if (!question.isEmpty()) {
            return question;
        }
        return commands().entrySet().stream()
                .filter(other -> options(other.getValue()).anyMatch(word::equals))
                .map(Map.Entry::getKey)
                .min(Comparator.comparingInt(path -> path.split(" ").length))
                .map(owner -> "It belongs behind: outrider " + owner)
                .orElse("");
    }

    private String forWord(String word) {
        if (command.getSubcommands().isEmpty()) {
            return "";
        }
        if (JOB_FILES.stream().anyMatch(word.toLowerCase(Locale.ROOT)::endsWith)) {
            return "To run a job file: outrider run " + word;
        }
        String question = NearestName.question(word, command.getSubcommands().keySet());
        return !question.isEmpty()
                ? question
                : commands().keySet().stream()
                        .filter(path -> path.endsWith(" " + word))
                        .findFirst()
                        .map(path -> "Did you mean \"" + path + "\"?")
                        .orElseGet(() -> "There are: "
                                + command.getSubcommands().keySet().stream().collect(Collectors.joining(", ")));
    }

    private static Stream<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream().flatMap(option -> Stream.of(option.names()));
    }

    /** All commands by the words that lead to them, in the order of the help. */
    private Map<String, CommandLine> commands() {
        Map<String, CommandLine> all = new LinkedHashMap<>();
        collect("", command.getCommandSpec().root().commandLine(), all);
        return all;
    }

    private static void collect(String path, CommandLine at, Map<String, CommandLine> all) {
        at.getSubcommands().forEach((name, below) -> {
            String longer = path.isEmpty() ? name : path + " " + name;
            all.put(longer, below);
            collect(longer, below, all);
        });
    }

    private static String name(ArgSpec wanted) {
        return wanted instanceof OptionSpec option ? option.names()[0] : wanted.paramLabel();
    }
}
