package io.outrider.agent.filter;

import java.util.List;

/** A way to a value: names, outermost first. */
record Selector(List<String> steps) {

    Selector {
        steps = List.copyOf(steps);
    }

    String pointer() {
        return "/" + String.join("/", steps);
    }
}
