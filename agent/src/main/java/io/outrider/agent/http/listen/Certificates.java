package io.outrider.agent.http.listen;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/** The certificates of a listener, which may change while it listens: new connections get the newest. Thread-safe. */
public final class Certificates {

    private final Newest newest;
    private final Duration handshake;

    private Certificates(SslContext first, Duration handshake) {
        this.newest = new Newest(first);
        this.handshake = handshake;
    }

    /**
     * Reads them. Blocks.
     *
     * @throws IOException with a message that names the file and what is wrong with it
     */
    public static Certificates read(TlsFiles files) throws IOException {
        return new Certificates(made(files), files.handshake());
    }

    /** Takes others for new connections; those from before stay if these cannot be used. Blocks. */
    public void replace(TlsFiles files) throws IOException {
        newest.now = made(files);
    }

    SslContext context() {
        return newest;
    }

    Duration handshake() {
        return handshake;
    }

    private static SslContext made(TlsFiles files) throws IOException {
        requireReadable("cert_file", files.certificate());
        requireReadable("key_file", files.key());
        SslContextBuilder builder;
        try {
            builder = SslContextBuilder.forServer(
                    files.certificate().toFile(), files.key().toFile());
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "cert_file " + files.certificate() + " and key_file " + files.key()
                            + " hold no certificate and private key that can be used: " + reason(e)
                            + ". Both must be PEM, the key as PKCS#8 (openssl pkcs8 -topk8 -nodes)",
                    e);
        }
        builder.sslProvider(SslProvider.JDK).protocols("TLSv1.3", "TLSv1.2");
        if (files.authorities().isPresent()) {
            Path authorities = files.authorities().get();
            requireReadable("ca_file", authorities);
            try {
                builder.trustManager(authorities.toFile());
            } catch (IllegalArgumentException e) {
                throw new IOException("ca_file " + authorities + " holds no certificates in PEM: " + reason(e), e);
            }
        }
        return built(builder.clientAuth(files.verifyClients() ? ClientAuth.REQUIRE : ClientAuth.NONE));
    }

    private static SslContext built(SslContextBuilder builder) throws IOException {
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new IOException("the certificate and its key cannot be used together: " + reason(e), e);
        }
    }

    private static void requireReadable(String key, Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException(key + " " + file + (Files.exists(file) ? " cannot be read" : " does not exist"));
        }
    }

    private static String reason(Throwable error) {
        Throwable last = error;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return String.valueOf(last.getMessage());
    }

    /** Asks the newest for each connection. */
    private static final class Newest extends SslContext {

        private volatile SslContext now;

        Newest(SslContext first) {
            now = first;
        }

        @Override
        public boolean isClient() {
            return false;
        }

        @Override
        public List<String> cipherSuites() {
            return now.cipherSuites();
        }

        @Override
        @SuppressWarnings("deprecation")
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            return now.applicationProtocolNegotiator();
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator allocator) {
            return now.newEngine(allocator);
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator allocator, String peerHost, int peerPort) {
            return now.newEngine(allocator, peerHost, peerPort);
        }

        @Override
        public SSLSessionContext sessionContext() {
            return now.sessionContext();
        }
    }
}
