package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;

/** Names of allocs: {@code job.group[number]}. */
final class AllocNames {

    private AllocNames() {}

    /** The number in its name; 0 where there is none. */
    static long number(Alloc alloc) {
        String name = alloc.name() == null ? "" : alloc.name();
        int open = name.lastIndexOf('[');
        int close = name.lastIndexOf(']');
        String digits = open < 0 || close < open ? "" : name.substring(open + 1, close);
        return digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : 0;
    }
}
