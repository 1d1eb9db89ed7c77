/** The store on disk: one SQLite file for state and journal, one writer, commits in groups. */
@NullMarked
package io.outrider.state.store.sqlite;

import org.jspecify.annotations.NullMarked;
