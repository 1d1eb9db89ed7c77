package io.outrider.state.store;

import io.outrider.streams.Entry;
import io.outrider.streams.Journal.CommitListener;
import io.outrider.streams.Journal.Retained;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** For stores: telling a journal's listener. */
public final class Listeners {
    private Listeners() {}

    /** What a listener throws goes to Reactor's hook for dropped errors: it must not fail a commit that is durable. */
    public static <E> void tell(@Nullable CommitListener<E> listener, List<Entry<E>> entries, Retained retained) {
        if (listener == null || entries.isEmpty()) {
            return;
        }
        try {
            listener.committed(entries, retained);
        } catch (RuntimeException e) {
            Operators.onErrorDropped(e, Context.empty());
        }
    }
}
