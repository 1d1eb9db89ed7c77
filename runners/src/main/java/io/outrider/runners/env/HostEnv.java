package io.outrider.runners.env;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What of the agent's own environment a task may get. Outrider gives tasks nothing but a sane {@code PATH}, unlike
 * the reference, which passes everything that is not on a list; {@link #filtered} is there for who wants that.
 */
public final class HostEnv {

    /** Names that are never passed on, unless another list is set (behaviour section 4.4.2). */
    public static final List<String> DENYLIST = List.of(
            "CONSUL_TOKEN",
            "CONSUL_HTTP_TOKEN",
            "VAULT_TOKEN",
            "NOMAD_LICENSE",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
            "GOOGLE_APPLICATION_CREDENTIALS");

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private HostEnv() {}

    /** What tasks get: a {@code PATH}, which the job may change or build upon. */
    public static Map<String, String> clean() {
        return Map.of("PATH", PATH);
    }

    /** {@code environment} without the names of {@code denylist}. */
    public static Map<String, String> filtered(Map<String, String> environment, List<String> denylist) {
        Map<String, String> passed = new HashMap<>(environment);
        passed.keySet().removeAll(denylist);
        return passed;
    }
}
