package io.outrider.agent.standalone.cron;

import java.util.BitSet;
import java.util.List;

/**
 * One field: {@code *}, numbers, names, ranges and steps, separated by commas.
 *
 * @param text the field
 * @param min the lowest number
 * @param max the highest number
 * @param names of the numbers from {@code min} on
 */
record CronField(String text, int min, int max, List<String> names) {

    boolean isAny() {
        return text.equals("*") || text.equals("?");
    }

    BitSet values() {
        BitSet values = new BitSet(max + 1);
        for (String part : text.split(",", -1)) {
            add(part, values);
        }
        return values;
    }

    private void add(String part, BitSet values) {
        String[] stepped = part.split("/", 2);
        int step = stepped.length == 1 ? 1 : number(stepped[1]);
        String range = stepped[0];
        int first = min;
        int last = max;
        if (!range.equals("*") && !range.equals("?")) {
            String[] ends = range.split("-", 2);
            first = value(ends[0]);
            last = ends.length == 2 ? value(ends[1]) : stepped.length == 2 ? max : first;
        }
        if (step < 1 || first < min || last > max || first > last) {
            throw wrong(part);
        }
        for (int value = first; value <= last; value += step) {
            values.set(value);
        }
    }

    private int value(String word) {
        for (int i = 0; i < names.size(); i++) {
            if (word.startsWith(names.get(i))) {
                return min + i;
            }
        }
        return number(word);
    }

    private int number(String digits) {
        if (!digits.matches("[0-9]{1,4}")) {
            throw wrong(digits);
        }
        return Integer.parseInt(digits);
    }

    IllegalArgumentException wrong(String part) {
        return new IllegalArgumentException(
                "cron field \"" + text + "\": \"" + part + "\" (expected: " + min + " to " + max + ")");
    }
}
