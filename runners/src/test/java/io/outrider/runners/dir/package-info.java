/** Tests of directories, on real file systems. */
package io.outrider.runners.dir;
