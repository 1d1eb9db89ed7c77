package io.outrider.agent.cli.output;

/** Colours by ANSI escapes, or none at all. */
enum Paint {
    PLAIN(false),
    ANSI(true);

    /** Readable on dark and light grounds; red is kept for faults. */
    private static final int[] PREFIXES = {36, 33, 35, 32, 34, 96, 93, 95, 92, 94};

    private final boolean escapes;

    Paint(boolean escapes) {
        this.escapes = escapes;
    }

    String prefix(String text, int number) {
        return code(Integer.toString(PREFIXES[Math.floorMod(number, PREFIXES.length)]), text);
    }

    String faint(String text) {
        return code("2", text);
    }

    String bold(String text) {
        return code("1", text);
    }

    String fault(String text) {
        return code("31", text);
    }

    String warning(String text) {
        return code("33", text);
    }

    String good(String text) {
        return code("32", text);
    }

    private String code(String code, String text) {
        return escapes ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
