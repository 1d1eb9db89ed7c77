package io.outrider.state.model.json;

/** Something that Jackson's data binding is to look at: a wrong value above all, which it describes. */
public final class NotPlain extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotPlain(String what) {
        super(what, null, false, false);
    }
}
