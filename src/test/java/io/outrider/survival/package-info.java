/** What kill -9 does to everything around a task. */
package io.outrider.survival;
