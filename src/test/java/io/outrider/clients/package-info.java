/** Clients of other makers, against an agent as people run it. */
package io.outrider.clients;
