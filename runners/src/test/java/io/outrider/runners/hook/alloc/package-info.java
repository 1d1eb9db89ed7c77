/** Tests of the hooks of allocs. */
package io.outrider.runners.hook.alloc;
