package io.outrider.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.standalone.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The immutable map does what a map does, and older ones stay as they were. */
final class TreeTest {

    private static final int CHANGES = 20_000;
    private static final int KEYS = 700;

    @Test
    void randomChangesLeaveWhatAPlainMapHas() {
        Random random = new Random(1);
        Map<String, Integer> plain = new TreeMap<>();
        Tree<Integer> tree = Tree.empty();
        for (int i = 0; i < CHANGES; i++) {
            String key = Integer.toString(random.nextInt(KEYS), 36);
            if (random.nextInt(3) == 0) {
                plain.remove(key);
                tree = tree.without(key);
            } else {
                plain.put(key, i);
                tree = tree.with(key, i);
            }
            assertThat(tree.size()).isEqualTo(plain.size());
        }
        assertThat(tree.values()).isEqualTo(List.copyOf(plain.values()));
        for (String prefix : List.of("", "1", "a", "z", "zz", "10")) {
            List<Integer> expected = plain.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(prefix))
                    .map(Map.Entry::getValue)
                    .toList();
            assertThat(tree.prefixed(prefix)).as("prefix \"%s\"", prefix).isEqualTo(expected);
            assertThat(tree.last(prefix)).isEqualTo(expected.stream().reduce((one, other) -> other));
        }
        for (int key = 0; key < KEYS; key++) {
            String name = Integer.toString(key, 36);
            assertThat(tree.get(name).isPresent()).isEqualTo(plain.containsKey(name));
        }
    }

    @Test
    void sortedInsertsStayShallowAndOldMapsUnchanged() {
        Tree<Integer> tree = Tree.empty();
        Tree<Integer> half = tree;
        for (int i = 0; i < 100_000; i++) {
            tree = tree.with("%06d".formatted(i), i);
            half = i == 49_999 ? tree : half;
        }
        assertThat(tree.height()).isLessThan(25);
        assertThat(half.size()).isEqualTo(50_000);
        assertThat(half.get("050000")).isEmpty();
        assertThat(tree.without("050000").get("050000")).isEmpty();
        assertThat(tree.get("050000")).contains(50_000);
    }
}
