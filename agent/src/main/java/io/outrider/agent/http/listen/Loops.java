package io.outrider.agent.http.listen;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/** Two loops of plain NIO, of one listener alone: nothing is shared between agents, and all ends with them. */
final class Loops implements LoopResources {

    private static final int THREADS = 2;
    private static final long GRACE_MILLIS = 2000;

    private final EventLoopGroup group;

    Loops(ThreadFactory threads) {
        this.group = new MultiThreadIoEventLoopGroup(THREADS, threads, NioIoHandler.newFactory());
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
        return group;
    }

    @Override
    public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup ignored) {
        return type.cast(
                ServerSocketChannel.class.isAssignableFrom(type)
                        ? new NioServerSocketChannel()
                        : new NioSocketChannel());
    }

    @Override
    public <C extends Channel> Class<? extends C> onChannelClass(Class<C> type, EventLoopGroup ignored) {
        return (ServerSocketChannel.class.isAssignableFrom(type)
                        ? NioServerSocketChannel.class
                        : NioSocketChannel.class)
                .asSubclass(type);
    }

    /** Ends the threads; completes when they have begun to end, {@code Workers} waits for them. */
    Mono<Void> end() {
        return Mono.fromRunnable(() -> group.shutdownGracefully(0, GRACE_MILLIS, TimeUnit.MILLISECONDS));
    }
}
