package io.outrider.jobspec.hcl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects diagnostics in the order they are found; of one thread. Keeps the first {@value #LIMIT}. */
public final class Diagnostics {
    /** A file full of faults must not fill memory; nobody reads more. */
    public static final int LIMIT = 200;

    private final List<Diagnostic> list = new ArrayList<>();
    private final boolean hints;
    private int errors;

    public Diagnostics() {
        this(true);
    }

    private Diagnostics(boolean hints) {
        this.hints = hints;
    }

    /** Some whose hints nobody will read: what is tried only to see whether it works. */
    public static Diagnostics withoutHints() {
        return new Diagnostics(false);
    }

    public void add(Diagnostic diagnostic) {
        if (diagnostic.isError()) {
            errors++;
        }
        if (list.size() < LIMIT && !list.contains(diagnostic)) {
            list.add(diagnostic);
        }
    }

    public void addAll(Collection<Diagnostic> diagnostics) {
        diagnostics.forEach(this::add);
    }

    public void error(String summary, String detail, @Nullable Range range) {
        add(Diagnostic.error(summary, detail, range));
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** A number that grows with each error: compare two readings to see whether a step failed. */
    public int errorCount() {
        return errors;
    }

    /** Whether no more are kept. */
    public boolean isFull() {
        return list.size() >= LIMIT;
    }

    /** Whether a hint would be read: to look for one takes longer than to find the fault. */
    public boolean wantsHints() {
        return hints && !isFull();
    }

    public Optional<Diagnostic> first() {
        return list.stream().findFirst();
    }

    public List<Diagnostic> list() {
        return List.copyOf(list);
    }
}
