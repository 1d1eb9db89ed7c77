package io.outrider.agent.standalone.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map with its keys in order. A change makes a new one that shares all but a few nodes with the old: both
 * can be read by any thread for as long as somebody wants them. Changes and look-ups take the logarithm of the size.
 */
public final class Tree<V> {

    private static final Tree<?> EMPTY = new Tree<>(null);

    private final @Nullable Node<V> root;

    private Tree(@Nullable Node<V> root) {
        this.root = root;
    }

    /** Nothing. */
    @SuppressWarnings("unchecked")
    public static <V> Tree<V> empty() {
        return (Tree<V>) EMPTY;
    }

    /** How many there are. */
    public int size() {
        return size(root);
    }

    /** How many look-ups a key takes at most. */
    public int height() {
        return height(root);
    }

    /** The value of a key. */
    public Optional<V> get(String key) {
        Node<V> at = root;
        while (at != null) {
            int order = key.compareTo(at.key);
            if (order == 0) {
                return Optional.of(at.value);
            }
            at = order < 0 ? at.left : at.right;
        }
        return Optional.empty();
    }

    /** All values in the order of their keys. */
    public List<V> values() {
        return prefixed("");
    }

    /** The values whose keys begin with {@code prefix}, in the order of their keys. */
    public List<V> prefixed(String prefix) {
        List<V> found = new ArrayList<>();
        visit(root, prefix, found::add);
        return found;
    }

    /** The value with the highest key of those that begin with {@code prefix}. */
    public Optional<V> last(String prefix) {
        Node<V> at = root;
        V found = null;
        while (at != null) {
            boolean within = at.key.startsWith(prefix);
            if (within) {
                found = at.value;
            }
            at = within || at.key.compareTo(prefix) < 0 ? at.right : at.left;
        }
        return Optional.ofNullable(found);
    }

    private static <V> void visit(@Nullable Node<V> at, String prefix, Consumer<V> into) {
        if (at == null) {
            return;
        }
        boolean within = at.key.startsWith(prefix);
        if (within || at.key.compareTo(prefix) > 0) {
            visit(at.left, prefix, into);
        }
        if (within) {
            into.accept(at.value);
        }
        if (within || at.key.compareTo(prefix) < 0) {
            visit(at.right, prefix, into);
        }
    }

    /** With one value set. */
    public Tree<V> with(String key, V value) {
        return new Tree<>(put(root, key, value));
    }

    /** Without a key; this same map if it does not have it. */
    public Tree<V> without(String key) {
        return get(key).isEmpty() ? this : new Tree<>(remove(root, key));
    }

    private static <V> Node<V> put(@Nullable Node<V> at, String key, V value) {
        if (at == null) {
            return new Node<>(key, value, null, null);
        }
        int order = key.compareTo(at.key);
        if (order == 0) {
            return new Node<>(key, value, at.left, at.right);
        }
        return order < 0
                ? balanced(at, put(at.left, key, value), at.right)
                : balanced(at, at.left, put(at.right, key, value));
    }

    private static <V> @Nullable Node<V> remove(@Nullable Node<V> at, String key) {
        if (at == null) {
            return null;
        }
        int order = key.compareTo(at.key);
        if (order != 0) {
            return order < 0
                    ? balanced(at, remove(at.left, key), at.right)
                    : balanced(at, at.left, remove(at.right, key));
        }
        if (at.left == null || at.right == null) {
            return at.left == null ? at.right : at.left;
        }
        Node<V> next = at.right;
        while (next.left != null) {
            next = next.left;
        }
        return balanced(next, at.left, remove(at.right, next.key));
    }

    /** An AVL tree's rotations: heights of neighbours differ by at most one. */
    private static <V> Node<V> balanced(Node<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
        if (left != null && height(left) > height(right) + 1) {
            Node<V> middle = left.right;
            return middle == null || height(left.left) >= height(middle)
                    ? of(left, left.left, of(entry, middle, right))
                    : of(middle, of(left, left.left, middle.left), of(entry, middle.right, right));
        }
        if (right != null && height(right) > height(left) + 1) {
            Node<V> middle = right.left;
            return middle == null || height(right.right) >= height(middle)
                    ? of(right, of(entry, left, middle), right.right)
                    : of(middle, of(entry, left, middle.left), of(right, middle.right, right.right));
        }
        return of(entry, left, right);
    }

    private static <V> Node<V> of(Node<V> entry, @Nullable Node<V> left, @Nullable Node<V> right) {
        return new Node<>(entry.key, entry.value, left, right);
    }

    private static int height(@Nullable Node<?> node) {
        return node == null ? 0 : node.height;
    }

    private static int size(@Nullable Node<?> node) {
        return node == null ? 0 : node.size;
    }

    private static final class Node<V> {
        private final String key;
        private final V value;
        private final @Nullable Node<V> left;
        private final @Nullable Node<V> right;
        private final int height;
        private final int size;

        Node(String key, V value, @Nullable Node<V> left, @Nullable Node<V> right) {
            this.key = key;
            this.value = value;
            this.left = left;
            this.right = right;
            this.height = 1 + Math.max(height(left), height(right));
            this.size = 1 + size(left) + size(right);
        }
    }
}
