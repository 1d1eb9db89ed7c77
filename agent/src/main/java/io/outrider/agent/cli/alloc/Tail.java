package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.run.UserException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongFunction;

/** Finds where the last lines of a text begin that can only be asked for by bytes. */
final class Tail {

    /** What most lines are shorter than. */
    private static final long LINE = 120;

    private static final long MOST = 64L << 20;

    private final ApiClient api;

    Tail(ApiClient api) {
        this.api = api;
    }

    /**
     * The last lines.
     *
     * @param path of the request
     * @param last the query for so many bytes at the end
     */
    byte[] lines(long count, String path, LongFunction<ApiQuery> last) {
        long bytes = Math.max(1, count) * LINE;
        while (true) {
            byte[] text = all(path, last.apply(bytes));
            int start = start(text, count);
            if (start > 0 || text.length < bytes || bytes >= MOST) {
                return java.util.Arrays.copyOfRange(text, start, text.length);
            }
            bytes *= 4;
        }
    }

    /** All that this request gives. */
    byte[] all(String path, ApiQuery query) {
        try (InputStream in = api.stream(path, query)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UserException("the agent at " + api.address() + " is gone: " + e.getMessage());
        }
    }

    /** Where the last lines begin; 0 where the text has not more. */
    private static int start(byte[] text, long count) {
        long seen = 0;
        for (int at = text.length - 2; at >= 0; at--) {
            if (text[at] == '\n' && ++seen == count) {
                return at + 1;
            }
        }
        return count == 0 ? text.length : 0;
    }
}
