package io.outrider.runners.env;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes names of variables usable in shells: in names with certain prefixes each byte outside {@code [A-Za-z0-9_.]}
 * becomes {@code _} (behaviour section 4.4.2). Others stay as they are, as in the reference.
 */
final class KeyCleaning {

    private static final List<String> PREFIXES =
            List.of("NOMAD_ADDR_", "NOMAD_IP_", "NOMAD_PORT_", "NOMAD_HOST_PORT_", "NOMAD_META_");

    private KeyCleaning() {}

    /** All of {@code variables} under clean names; where two become one, the name that was clean already wins. */
    static Map<String, String> clean(Map<String, String> variables) {
        Map<String, String> clean = new TreeMap<>();
        new TreeMap<>(variables).forEach((name, value) -> clean.put(clean(name), value));
        variables.forEach((name, value) -> {
            if (clean(name).equals(name)) {
                clean.put(name, value);
            }
        });
        return clean;
    }

    /** {@code name}, cleaned if it has one of the prefixes. */
    static String clean(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith) ? cleanAll(name) : name;
    }

    /** {@code text} with {@code _} for every byte that is not clean. */
    static String cleanAll(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            boolean first = clean.isEmpty();
            clean.append(isClean((char) b, first) ? (char) b : '_');
        }
        return clean.toString();
    }

    private static boolean isClean(char c, boolean first) {
        boolean digit = c >= '0' && c <= '9';
        boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
        return letter || c == '_' || c == '.' || digit && !first;
    }
}
