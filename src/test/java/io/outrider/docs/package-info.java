/** The pages of {@code docs}, run as they stand. */
package io.outrider.docs;
