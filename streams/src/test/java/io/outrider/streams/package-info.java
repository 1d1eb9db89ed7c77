/** Tests of the building blocks: virtual time, seeded traces against plain models, and real threads. */
package io.outrider.streams;
