package io.outrider.agent.http.listen;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the certificates for HTTPS lie, all in PEM.
 *
 * @param certificate the chain that is shown to clients
 * @param key its private key
 * @param authorities who must have signed what clients show
 * @param verifyClients whether clients must show a certificate
 * @param handshake how long a client may take to agree
 */
public record TlsFiles(
        Path certificate, Path key, Optional<Path> authorities, boolean verifyClients, Duration handshake) {

    /** How long a handshake may take if nothing else is said. */
    public static final Duration HANDSHAKE = Duration.ofSeconds(5);
}
