package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteException;

/** The one place where SQLite's errors become ours. */
final class SqliteFaults {
    private static final int PRIMARY = 0xff;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int NOT_A_DATABASE = 26;
    private static final int IO_ERROR = 10;
    /** What is wrong with the values of a commit: too big, against a constraint, of the wrong type. */
    private static final Set<Integer> REFUSALS = Set.of(18, 19, 20, 25);

    /** Less than this is as good as nothing: a commit needs a few pages. */
    private static final long NO_SPACE = 64 << 10;

    private SqliteFaults() {}

    /** The file's content is wrong, as opposed to a failure to get at it. */
    static boolean damaged(SQLException e) {
        int code = code(e);
        return code == CORRUPT || code == NOT_A_DATABASE;
    }

    /** {@code what} says what was tried, such as "cannot write". */
    static StateStoreException translate(SQLException e, String what, Path file) {
        int code = code(e);
        if (code == FULL || code == IO_ERROR && file.toFile().getUsableSpace() < NO_SPACE) {
            String message = what + " " + file + ": no space left on the file system of " + file.getParent()
                    + "; free some, the store then goes on by itself";
            return new StateStoreException(Kind.FULL, message, e);
        }
        Kind kind = damaged(e) ? Kind.DAMAGED : REFUSALS.contains(code) ? Kind.REFUSED : Kind.IO;
        return new StateStoreException(kind, what + " " + file + ": " + e.getMessage(), e);
    }

    private static int code(SQLException e) {
        int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code : e.getErrorCode();
        return code & PRIMARY;
    }
}
