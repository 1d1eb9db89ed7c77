package io.outrider.jobspec.hcl.function;

import io.outrider.jobspec.regexp.Regexp;

/** A pattern of file names: {@code *} within a folder, {@code **} over folders, {@code ?}, classes, alternatives. */
final class Glob {
    private static final String SPECIAL = "*?[{\\";

    private final String fixed;
    private final Regexp names;

    Glob(String pattern) {
        int special = 0;
        while (special < pattern.length() && SPECIAL.indexOf(pattern.charAt(special)) < 0) {
            special++;
        }
        int slash = pattern.lastIndexOf('/', special);
        this.fixed = slash < 0 ? "" : pattern.substring(0, slash);
        this.names = Regexp.compile("^(?:" + expression(pattern.substring(slash + 1)) + ")$");
    }

    /** Folders in front that have no special signs, so that only what is below them must be listed. */
    String fixedFolders() {
        return fixed;
    }

    /** Whether a name relative to the fixed folders belongs. */
    boolean matches(String name) {
        return names.find(name);
    }

    private static String expression(String pattern) {
        StringBuilder out = new StringBuilder();
        int braces = 0;
        int at = 0;
        while (at < pattern.length()) {
            int length = 1;
            char c = pattern.charAt(at);
            if (pattern.startsWith("**/", at)) {
                out.append("(?:.*/)?");
                length = 3;
            } else if (pattern.startsWith("**", at)) {
                out.append(".*");
                length = 2;
            } else if (c == '*') {
                out.append("[^/]*");
            } else if (c == '?') {
                out.append("[^/]");
            } else if (c == '[' && pattern.indexOf(']', at + 2) > 0) {
                length = pattern.indexOf(']', at + 2) + 1 - at;
                String set = pattern.substring(at + 1, at + length);
                out.append('[').append(set.startsWith("!") ? "^" + set.substring(1) : set);
            } else if (c == '{') {
                braces++;
                out.append("(?:");
            } else if (c == '}' && braces > 0) {
                braces--;
                out.append(')');
            } else if (c == ',' && braces > 0) {
                out.append('|');
            } else {
                boolean escape = c == '\\' && at + 1 < pattern.length();
                length = escape ? 2 : 1;
                out.append(quoted(pattern.charAt(at + length - 1)));
            }
            at += length;
        }
        return out.toString();
    }

    private static String quoted(char c) {
        return Character.isLetterOrDigit(c) || c == '/' || c > 0x7F ? String.valueOf(c) : "\\" + c;
    }
}
