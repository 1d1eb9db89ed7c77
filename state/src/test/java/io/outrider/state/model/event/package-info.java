/** Tests of the written form of events. */
package io.outrider.state.model.event;
