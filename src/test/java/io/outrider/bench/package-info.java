/** What the assembled agent costs, measured from outside: {@code mvn -Pbench verify} prints one table. */
package io.outrider.bench;
