/** The contract of stores, and fakes of events for it. */
package io.outrider.state.store;
