package io.outrider.runners.dir;

import java.nio.file.Path;

/** Names from outside as names of files. */
final class Names {

    private Names() {}

    /** {@code parent/name}; fails unless {@code name} is one plain step. */
    static Path child(Path parent, String name, String what) {
        boolean plain = !name.isEmpty() && !name.equals(".") && !name.equals("..");
        if (!plain || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
            throw new DirException(what + " \"" + name + "\" cannot be the name of a directory", null);
        }
        return parent.resolve(name);
    }
}
