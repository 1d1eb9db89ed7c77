/** Recorded lives of jobs, played again. */
package io.outrider.scenarios;
