package io.outrider.agent.http.listen;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts connections and turns away those that are too many, in a few bytes and at once. */
final class Admission {

    private static final String WHY = "too many connections at once: close some, or raise the agent's limits";
    private static final byte[] REFUSAL =
            ("HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\nContent-Length: " + WHY.length()
                            + "\r\nConnection: close\r\n\r\n" + WHY)
                    .getBytes(StandardCharsets.US_ASCII);

    private final HttpLimits limits;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> perClient = new ConcurrentHashMap<>();

    Admission(HttpLimits limits) {
        this.limits = limits;
    }

    /** Puts a doorkeeper in front of a new connection. */
    void guard(Channel channel) {
        channel.pipeline().addFirst("agent.admission", new Door());
    }

    /** Connections that are open and let in. */
    int open() {
        return open.get();
    }

    private boolean enter(String client) {
        int ofClient = perClient.merge(client, 1, Integer::sum);
        if (open.incrementAndGet() <= limits.connections() && ofClient <= limits.connectionsPerClient()) {
            return true;
        }
        leave(client);
        return false;
    }

    private void leave(String client) {
        open.decrementAndGet();
        perClient.computeIfPresent(client, (name, count) -> count > 1 ? count - 1 : null);
    }

    private static String client(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress address && address.getAddress() != null
                ? address.getAddress().getHostAddress()
                : "";
    }

    /** Of one connection, on its loop. */
    private final class Door extends ChannelInboundHandlerAdapter {
        private boolean inside;
        private boolean refused;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            if (context.channel().isActive()) {
                decide(context);
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            decide(context);
            if (!refused) {
                context.fireChannelActive();
            }
        }

        private void decide(ChannelHandlerContext context) {
            if (inside || refused) {
                return;
            }
            String client = client(context.channel());
            if (enter(client)) {
                inside = true;
                // Comes when the loops are ending, too: no handler is told of an end any more then.
                context.channel().closeFuture().addListener(closed -> leave(client));
            } else {
                refused = true;
                context.writeAndFlush(Unpooled.wrappedBuffer(REFUSAL)).addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (refused) {
                ReferenceCountUtil.release(message);
            } else {
                context.fireChannelRead(message);
            }
        }
    }
}
