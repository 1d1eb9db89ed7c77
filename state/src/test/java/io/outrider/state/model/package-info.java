/** Tests of the model against recorded data. */
package io.outrider.state.model;
