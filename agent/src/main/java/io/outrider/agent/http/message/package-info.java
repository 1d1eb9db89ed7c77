/** What goes in and out over HTTP, whatever carries it: requests, answers, errors. */
@NullMarked
package io.outrider.agent.http.message;

import org.jspecify.annotations.NullMarked;
