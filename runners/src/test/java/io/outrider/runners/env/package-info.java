/** Tests of environments and interpolation. */
package io.outrider.runners.env;
