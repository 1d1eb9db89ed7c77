package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.hcl.DiagnosticText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about job files shows messages as they are printed. */
final class PageTest {
    private static final Pattern SHOWN = Pattern.compile(
            "### (\\w+)\n.*?The reference:\n\n```text\n(.*?)\n```\n\nOutrider:\n\n```text\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void messagesOnThePageAreTheRealOnes() {
        Path bad = Corpus.folder().resolve("bad");
        Path page = Path.of(System.getProperty("outrider.root", ".")).resolve("docs/job-files.md");
        Matcher shown = SHOWN.matcher(Corpus.text(page));
        List<String> cases = new ArrayList<>();
        while (shown.find()) {
            String name = shown.group(1);
            String printed = Corpus.text(bad.resolve(name + ".error.txt"))
                    .lines()
                    .skip(1)
                    .collect(Collectors.joining("\n"));
            assertThat(shown.group(2)).as(name).isEqualTo(printed);
            assertThat(shown.group(3))
                    .as(name)
                    .isEqualTo(DiagnosticText.render(Corpus.parse(bad, name).diagnostics()));
            cases.add(name);
        }
        assertThat(cases).hasSize(10).doesNotHaveDuplicates();
    }
}
