package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.util.Map;

/** Finds out facts of one kind (behaviour section 6.2). Holds no state; may be asked again at any time. */
interface Fingerprinter {

    /** The reference's name of this kind. */
    String name();

    /**
     * Attributes by name; what the machine does not tell is left out. Blocking: reads small files.
     *
     * @throws IOException when nothing of it could be read
     */
    Map<String, String> attributes() throws IOException;
}
