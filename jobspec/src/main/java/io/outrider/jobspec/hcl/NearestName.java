package io.outrider.jobspec.hcl;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that somebody probably meant. */
public final class NearestName {
    private static final int LONGEST = 64;

    /** More names are no hand-written list. */
    private static final int MOST = 500;

    private NearestName() {}

    /** The nearest of {@code known} within a third of the name's length (at least one edit, at most three). */
    public static Optional<String> of(String name, Collection<String> known) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return Optional.empty();
        }
        int allowed = Math.max(1, Math.min(3, name.length() / 3));
        return known.stream()
                .limit(MOST)
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= allowed)
                .filter(candidate -> distance(name, candidate) <= allowed)
                .min(Comparator.<String>comparingInt(c -> distance(name, c)).thenComparing(Comparator.naturalOrder()));
    }

    /** What {@link #of} costs at most, in letters compared. */
    public static long cost(String name, Collection<String> known) {
        long length = Math.min(name.length(), LONGEST) + 1L;
        return Math.min(known.size(), MOST) * length * length;
    }

    /** A ready sentence, or empty. */
    public static String question(String name, Collection<String> known) {
        return of(name, known).map(n -> "Did you mean \"" + n + "\"?").orElse("");
    }

    /** Edits with neighbours swapped as one edit: the commonest slip of a keyboard. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, new int[] {i, j});
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int[] at) {
        int i = at[0];
        int j = at[1];
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j - 1] + same, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
