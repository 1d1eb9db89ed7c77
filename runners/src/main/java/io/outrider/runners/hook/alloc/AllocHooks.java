package io.outrider.runners.hook.alloc;

import io.outrider.runners.hook.AllocHook;
import java.util.List;

/** The hooks of every alloc. */
public final class AllocHooks {

    private AllocHooks() {}

    /** In the order in which all their moments come. */
    public static List<AllocHook> all() {
        return List.of(new UnsupportedGroupHook(), new AllocDirHook());
    }
}
