package io.outrider.runners.env;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that a driver's {@code config} block may use, as nested maps (behaviour section 4.5). Names are split at
 * dots; where one name is a value and the start of others, the map wins, in whatever order they come (row R98). Values
 * of the node win over variables of the same name. {@code env} holds every variable under its whole name, {@code
 * node.attr} and {@code node.meta} are {@code attr} and {@code meta}.
 *
 * @param root values are texts and maps
 * @param refused names that cannot be nested because they begin or end with a dot or have two in a row, sorted; they
 *     are found in {@code env} only
 */
public record ConfigTree(Map<String, Object> root, List<String> refused) {

    static ConfigTree of(Map<String, String> variables, Map<String, String> nodeNames) {
        Branch root = new Branch();
        List<String> refused = new ArrayList<>();
        new TreeMap<>(variables).forEach((name, value) -> insert(root, name, value, refused));
        new TreeMap<>(nodeNames).forEach((name, value) -> insert(root, name, value, refused));
        Branch node = root.branch("node");
        node.children.put("attr", root.branch("attr"));
        node.children.put("meta", root.branch("meta"));
        Map<String, Object> tree = root.toMap();
        tree.put("env", Collections.unmodifiableMap(new TreeMap<>(variables)));
        Collections.sort(refused);
        return new ConfigTree(Collections.unmodifiableMap(tree), List.copyOf(refused));
    }

    private static void insert(Branch root, String name, String value, List<String> refused) {
        List<String> path = Arrays.asList(name.split("\\.", -1));
        if (path.contains("")) {
            refused.add(name);
            return;
        }
        Branch branch = root;
        for (String step : path.subList(0, path.size() - 1)) {
            branch = branch.branch(step);
        }
        branch.leaf(path.get(path.size() - 1), value);
    }

    /** A map in the making; its children are branches and texts. */
    private static final class Branch {

        private final Map<String, Object> children = new TreeMap<>();

        Branch branch(String name) {
            if (children.get(name) instanceof Branch there) {
                return there;
            }
            Branch made = new Branch();
            children.put(name, made);
            return made;
        }

        void leaf(String name, String value) {
            children.compute(name, (key, there) -> there instanceof Branch ? there : value);
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new TreeMap<>();
            children.forEach((name, child) -> map.put(name, plain(child)));
            return map;
        }

        private static @Nullable Object plain(@Nullable Object child) {
            return child instanceof Branch branch ? Collections.unmodifiableMap(branch.toMap()) : child;
        }
    }
}
