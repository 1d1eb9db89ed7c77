package io.outrider.agent.http.api.read;

import io.outrider.agent.filter.Filter;
import io.outrider.agent.filter.FilterException;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list as requests want it: filtered, from one key on, no more than a page, maybe backwards.
 *
 * @param key of an item: its place in the order, and the token of a page that begins with it
 * @param shown what the list has of an item
 * @param filtered what filters see of an item
 */
public record Listing<T>(Function<T, String> key, Function<T, Object> shown, Function<T, Object> filtered) {

    /** A list whose filters see whole items. */
    public static <T> Listing<T> of(Function<T, String> key, Function<T, Object> shown) {
        return new Listing<>(key, shown, item -> item);
    }

    /** The answer for items in the order of their keys. */
    public Answer answer(Query query, List<T> items) {
        Filter filter = filter(query);
        long most = Values.number(query.get("per_page"))
                .filter(number -> number > 0)
                .orElse(Long.MAX_VALUE);
        List<T> ordered = new ArrayList<>(items);
        boolean reverse = query.get("reverse").equals("true");
        if (reverse) {
            Collections.reverse(ordered);
        }
        String token = query.get("next_token");
        List<Object> page = new ArrayList<>();
        String next = null;
        for (T item : ordered) {
            boolean before = !token.isEmpty() && isBefore(key.apply(item), token, reverse);
            if (before || !passes(filter, item)) {
                continue;
            }
            if (page.size() >= most) {
                next = key.apply(item);
                break;
            }
            page.add(shown.apply(item));
        }
        Answer answer = Answer.json(page);
        return next == null ? answer : answer.with("X-Nomad-NextToken", next);
    }

    private static @Nullable Filter filter(Query query) {
        String text = query.get("filter");
        try {
            return text.isEmpty() ? null : Filter.parse(text);
        } catch (FilterException e) {
            throw new HttpError(
                    400, "failed to create result paginator: failed to read filter expression: " + e.getMessage());
        }
    }

    private boolean passes(@Nullable Filter filter, T item) {
        try {
            return filter == null || filter.test(filtered.apply(item));
        } catch (FilterException e) {
            throw new HttpError(400, "failed to read result page: " + e.getMessage());
        }
    }

    private static boolean isBefore(String key, String token, boolean reverse) {
        int order = compare(key, token);
        return reverse ? order > 0 : order < 0;
    }

    /** Numbers in front count as numbers: the index of the creation of an item. */
    private static int compare(String one, String other) {
        long first = leading(one);
        long second = leading(other);
        return first >= 0 && second >= 0 && first != second ? Long.compare(first, second) : one.compareTo(other);
    }

    private static long leading(String key) {
        int dot = key.indexOf('.');
        String head = dot < 0 ? "" : key.substring(0, dot);
        return head.matches("[0-9]{1,18}") ? Long.parseLong(head) : -1;
    }
}
