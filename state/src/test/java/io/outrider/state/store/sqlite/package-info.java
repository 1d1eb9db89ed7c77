/** What is special about the store on disk: kills, damage, full disks. */
package io.outrider.state.store.sqlite;
