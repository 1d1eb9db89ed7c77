package io.outrider.runners.dir;

import com.sun.jna.Function;

/** Lets the present thread, if it is root's, touch files as the user nobody. The kernel keeps this for each thread. */
final class AsNobody {

    private static final int NOBODY = 65534;

    private AsNobody() {}

    static void run(Runnable work) {
        set(NOBODY);
        try {
            work.run();
        } finally {
            set(0);
        }
    }

    private static void set(int id) {
        Function.getFunction("c", "setfsgid").invokeInt(new Object[] {id});
        Function.getFunction("c", "setfsuid").invokeInt(new Object[] {id});
    }
}
