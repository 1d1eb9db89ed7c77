package io.outrider.docs;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One page of {@code docs}.
 *
 * @param name its file
 * @param text what is in it
 */
record Page(String name, String text) {

    static Page of(String name) throws IOException {
        return new Page(name, Files.readString(Launched.ROOT.resolve("docs").resolve(name)));
    }

    /** What stands between fences of a language, in order. */
    List<String> blocks(String language) {
        return Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Links into the repository that lead nowhere. */
    List<String> broken() {
        return Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(link ->
                        !Files.exists(Path.of(Launched.ROOT.toString(), "docs").resolve(link)))
                .toList();
    }
}
