/** Tests of alloc runners and of the set of them. */
package io.outrider.runners.alloc;
