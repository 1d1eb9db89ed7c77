/** Limits and usage by cgroup v1 and v2. */
@NullMarked
package io.outrider.drivers.cgroup;

import org.jspecify.annotations.NullMarked;
