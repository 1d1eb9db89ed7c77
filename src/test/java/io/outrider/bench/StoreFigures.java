package io.outrider.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Durable events a second. */
final class StoreFigures {

    private final LauncherFlags flags;
    private final Path dir;

    StoreFigures(LauncherFlags flags, Path dir) {
        this.flags = flags;
        this.dir = dir;
    }

    void measure(Table table) throws IOException {
        Process process = flags.start(StoreMain.class, dir.resolve("store").toString());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> figures = said.lines()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
        if (figures.size() != 2) {
            throw new AssertionError("no figures but: " + said);
        }
        table.add(Figure.of("durable events/s, one after the other", number(figures.get("single"))));
        table.add(Figure.of("durable events/s, 100 in flight", number(figures.get("grouped"))));
    }

    private static String number(String text) {
        return Figure.number(Double.parseDouble(text));
    }
}
