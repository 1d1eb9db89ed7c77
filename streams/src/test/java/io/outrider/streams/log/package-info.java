/** Tests of the event log: examples, seeded traces against a plain reader's model, real threads. */
package io.outrider.streams.log;
