/** Tests of the cgroups, over folders that stand for the kernel's. */
package io.outrider.drivers.cgroup;
