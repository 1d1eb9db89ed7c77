package io.outrider.jobspec.hcl.function.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is written as YAML reads as the same value; U+2028, written as {@code \\L}, the library does not read. */
final class YamlTest {
    private static final long SEED = 20261130;
    private static final List<String> PIECES = List.of(
            "\n",
            "\n\n",
            " ",
            "  ",
            "a",
            "b: c",
            "- ",
            "#",
            "...",
            "---",
            "\t",
            "\"",
            "'",
            "\u00e9",
            "|",
            "yes",
            "1",
            "~",
            "%",
            "&a",
            "*a",
            "{",
            "}",
            "\u0085",
            "\u0000",
            "\uD83D\uDE00",
            "\uFEFF",
            "\uFFFE",
            "\u007F",
            "\r");

    private final Random random = new Random(SEED);

    private static Value again(Value value) {
        Budget budget = new Budget(Limits.SHALLOW);
        return YamlReader.read(YamlWriter.write(value, budget), budget);
    }

    @Test
    void blankLinesStay() {
        for (String text : List.of("a\n\nb", "a\n\n\nb\n", "a\n\n", "a\n\n\n", "\n", "\na", "a\n \n", "a\n b\n\n  c")) {
            assertThat(again(Value.str(text))).isEqualTo(Value.str(text));
            Value within = Value.object(Map.of("x", Value.tuple(List.of(Value.str(text), Value.str("z")))));
            assertThat(again(within)).isEqualTo(within);
        }
    }

    @Test
    void everyValueReadsAsItWasWritten() {
        for (int i = 0; i < 3_000; i++) {
            Value value = value(3);
            assertThat(again(value))
                    .as(YamlWriter.write(value, new Budget(Limits.SHALLOW)))
                    .isEqualTo(value);
        }
    }

    private Value value(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> Value.bool(random.nextBoolean());
            case 1 -> Value.number(random.nextInt(2_000) - 1_000);
            case 2, 3 -> Value.str(text());
            case 4 -> Value.tuple(values(depth));
            default -> {
                Map<String, Value> fields = new TreeMap<>();
                values(depth).forEach(item -> fields.put(text(), item));
                yield Value.object(fields);
            }
        };
    }

    private List<Value> values(int depth) {
        List<Value> values = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            values.add(value(depth - 1));
        }
        return values;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(7); left > 0; left--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
