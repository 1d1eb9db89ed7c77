package io.outrider.agent.standalone.room;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ports as a text such as {@code 80,100-200}; what is no number is left out. */
public final class PortRanges {

    private static final int LAST = 65_535;

    private PortRanges() {}

    public static List<Long> of(@Nullable String text) {
        List<Long> ports = new ArrayList<>();
        for (String part : (text == null ? "" : text).split(",")) {
            String[] ends = part.strip().split("-", 2);
            long first = number(ends[0]);
            long last = ends.length == 1 ? first : number(ends[1]);
            for (long port = Math.max(1, first); port <= Math.min(last, LAST); port++) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,5}") ? Long.parseLong(text) : 0;
    }
}
