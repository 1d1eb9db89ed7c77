package io.outrider.agent.http.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Closes a connection whose client sends a request's head too slowly: a byte now and then would keep it from being idle
 * for ever. Looks at the bytes before the codec and at what the codec makes of them.
 */
final class HeadDeadline {

    private final Duration limit;
    private boolean between = true;
    private @Nullable Future<?> deadline;

    private HeadDeadline(Duration limit) {
        this.limit = limit;
    }

    static void watch(Channel channel, Duration limit) {
        HeadDeadline watch = new HeadDeadline(limit);
        channel.pipeline()
                .addBefore(NettyPipeline.HttpCodec, "agent.head.begin", watch.begin())
                .addAfter(NettyPipeline.HttpCodec, "agent.head.end", watch.end());
    }

    private ChannelInboundHandlerAdapter begin() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                if (between) {
                    between = false;
                    deadline = context.executor()
                            .schedule(() -> context.channel().close(), limit.toMillis(), TimeUnit.MILLISECONDS);
                }
                context.fireChannelRead(message);
            }

            @Override
            public void channelInactive(ChannelHandlerContext context) {
                stop();
                context.fireChannelInactive();
            }
        };
    }

    private ChannelInboundHandlerAdapter end() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                if (message instanceof HttpRequest) {
                    stop();
                }
                if (message instanceof LastHttpContent) {
                    between = true;
                }
                context.fireChannelRead(message);
            }
        };
    }

    private void stop() {
        Future<?> running = deadline;
        if (running != null) {
            running.cancel(false);
            deadline = null;
        }
    }
}
