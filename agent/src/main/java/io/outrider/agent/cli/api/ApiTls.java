package io.outrider.agent.cli.api;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.run.UserException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * How an agent's certificate is checked, and which one it is shown.
 *
 * @param skipVerify takes any certificate
 */
record ApiTls(
        Optional<Path> caCert,
        Optional<Path> clientCert,
        Optional<Path> clientKey,
        Optional<String> serverName,
        boolean skipVerify) {

    /** @throws UserException for a file that cannot be read or does not hold what it should */
    void secure(HttpsURLConnection connection, String host) {
        connection.setSSLSocketFactory(
                new NamedSockets(context().getSocketFactory(), serverName.orElse(host), !skipVerify));
        // The handshake has checked it already, against the name that was asked for.
        connection.setHostnameVerifier((name, session) -> true);
    }

    private SSLContext context() {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        if (clientCert.isPresent() != clientKey.isPresent()) {
            throw new UserException("a client certificate needs both -client-cert and -client-key");
        }
        try {
            if (skipVerify) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
            } else if (caCert.isPresent()) {
                withAuthorities(builder, caCert.get());
            }
            if (clientCert.isPresent()) {
                withKey(builder, clientCert.get(), clientKey.orElseThrow());
            }
            return ((JdkSslContext) builder.build()).context();
        } catch (SSLException e) {
            throw new UserException("TLS cannot be set up: " + e.getMessage());
        }
    }

    private static void withAuthorities(SslContextBuilder builder, Path file) {
        try (InputStream pem = open(file)) {
            builder.trustManager(pem);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserException(file + " holds no certificates in PEM that could be read");
        }
    }

    private static void withKey(SslContextBuilder builder, Path cert, Path key) {
        try (InputStream certPem = open(cert);
                InputStream keyPem = open(key)) {
            builder.keyManager(certPem, keyPem);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserException(cert + " and " + key + " do not hold a certificate and its key (PKCS 8) in PEM");
        }
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UserException("cannot read " + file + ": " + IoReasons.of(e));
        }
    }

    static SSLParameters named(SSLParameters parameters, String name, boolean checked) {
        if (!name.matches("[0-9.]+") && !name.contains(":")) {
            parameters.setServerNames(List.of(new SNIHostName(name)));
        }
        if (checked) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }
}
