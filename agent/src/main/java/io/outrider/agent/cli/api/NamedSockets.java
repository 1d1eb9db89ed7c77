package io.outrider.agent.cli.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Sockets that expect a certificate for one name, whatever name was connected to. */
final class NamedSockets extends SSLSocketFactory {

    private final SSLSocketFactory sockets;
    private final String name;
    private final boolean checked;

    NamedSockets(SSLSocketFactory sockets, String name, boolean checked) {
        this.sockets = sockets;
        this.name = name;
        this.checked = checked;
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose) throws IOException {
        SSLSocket socket = (SSLSocket) sockets.createSocket(plain, name, port, autoClose);
        socket.setSSLParameters(ApiTls.named(socket.getSSLParameters(), name, checked));
        return socket;
    }

    @Override
    public Socket createSocket() throws IOException {
        throw unasked();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw unasked();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        throw unasked();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw unasked();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        throw unasked();
    }

    /** A client connects first and puts TLS on top of it. */
    private static IOException unasked() {
        return new IOException("only sockets on top of others are made");
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }
}
