/** Tests of how hooks are run. */
package io.outrider.runners.hook;
