package io.outrider.agent.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintableTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            plain             > plain
            tab\\there        > tab\\there
            \\e[2Jgone        > ^[[2Jgone
            bell\\a           > bell^G
            half\\rway        > half\\\\rway
            end\\r            > end
            \\e[31mred\\e[0m  > \\e[31mred\\e[0m\\e[0m
            \\e[31            > ^[[31
            """)
    void onlyTabsAndColoursOfATaskReachTheTerminal(String line, String shown) {
        assertThat(Printable.ofLine(unescape(line))).isEqualTo(unescape(shown));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            a\\nb      > a; b
            \\e[31mred > ^[[31mred
            """)
    void messagesStayOnOneLineAndHaveNoColours(String message, String shown) {
        assertThat(Printable.of(unescape(message))).isEqualTo(unescape(shown));
    }

    private static String unescape(String text) {
        return text.replace("\\\\", "\u0000")
                .replace("\\t", "\t")
                .replace("\\e", "\033")
                .replace("\\a", "\007")
                .replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\u0000", "\\");
    }
}
