package io.outrider.agent.http.api.agent;

import io.outrider.agent.monitor.LogLine;
import io.outrider.runners.restart.GoDuration;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Lines of the log as people and programs know them from the reference. */
record LogText(boolean json, boolean place) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int LEVEL_WIDTH = 7;
    private static final Pattern TO_QUOTE = Pattern.compile("[\\s\"]");

    /** One line with its end. */
    byte[] of(LogLine line) {
        byte[] text = json ? object(line) : plain(line).getBytes(StandardCharsets.UTF_8);
        byte[] ended = Arrays.copyOf(text, text.length + 1);
        ended[text.length] = '\n';
        return ended;
    }

    private String plain(LogLine line) {
        String level = "[" + line.level() + "]";
        StringBuilder text = new StringBuilder(TIME.format(line.time()))
                .append(' ')
                .append(level)
                .append(" ".repeat(LEVEL_WIDTH - level.length()))
                .append(' ');
        if (place) {
            text.append(line.place()).append(": ");
        }
        text.append(line.module()).append(": ").append(line.message());
        String before = ": ";
        for (Map.Entry<String, Object> field : line.fields().entrySet()) {
            text.append(before).append(field.getKey()).append('=').append(quoted(shown(field.getValue())));
            before = " ";
        }
        return text.toString();
    }

    private static String shown(Object value) {
        return value instanceof Duration duration ? GoDuration.format(duration) : String.valueOf(value);
    }

    private static String quoted(String text) {
        return text.isEmpty() || TO_QUOTE.matcher(text).find() ? Json.mapper().writeValueAsString(text) : text;
    }

    private byte[] object(LogLine line) {
        Map<String, Object> all = new TreeMap<>();
        all.put("@level", line.level().toString().toLowerCase(Locale.ROOT));
        all.put("@message", line.message());
        all.put("@module", line.module());
        all.put("@timestamp", TIME.format(line.time()));
        if (place) {
            all.put("@caller", line.place());
        }
        line.fields().forEach((name, value) -> all.put(name, plainValue(value)));
        return Json.mapper().writeValueAsBytes(all);
    }

    private static Object plainValue(Object value) {
        if (value instanceof Duration duration) {
            return duration.toNanos();
        }
        return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
    }
}
