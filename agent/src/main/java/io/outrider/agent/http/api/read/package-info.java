/** What all reads of cluster data share: blocking queries, their headers, filters, pages. */
@NullMarked
package io.outrider.agent.http.api.read;

import org.jspecify.annotations.NullMarked;
