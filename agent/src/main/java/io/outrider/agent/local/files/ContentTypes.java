package io.outrider.agent.local.files;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What content looks like, by name and by its first bytes, as browsers judge it. */
public final class ContentTypes {

    /** As many bytes count. */
    public static final int SNIFFED = 512;

    /** What it is called when it looks like nothing. */
    public static final String UNKNOWN = "application/octet-stream";

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry(".css", "text/css; charset=utf-8"),
            Map.entry(".gif", "image/gif"),
            Map.entry(".htm", HTML),
            Map.entry(".html", HTML),
            Map.entry(".jpeg", "image/jpeg"),
            Map.entry(".jpg", "image/jpeg"),
            Map.entry(".js", "text/javascript; charset=utf-8"),
            Map.entry(".json", "application/json"),
            Map.entry(".mjs", "text/javascript; charset=utf-8"),
            Map.entry(".pdf", "application/pdf"),
            Map.entry(".png", "image/png"),
            Map.entry(".svg", "image/svg+xml"),
            Map.entry(".wasm", "application/wasm"),
            Map.entry(".webp", "image/webp"),
            Map.entry(".xml", "text/xml; charset=utf-8"));

    private static final List<String> HTML_TAGS = List.of(
            "<!DOCTYPE HTML",
            "<HTML",
            "<HEAD",
            "<SCRIPT",
            "<IFRAME",
            "<H1",
            "<DIV",
            "<FONT",
            "<TABLE",
            "<A",
            "<STYLE",
            "<TITLE",
            "<B",
            "<BODY",
            "<BR",
            "<P",
            "<!--");

    private static final Map<String, String> BEGINNINGS = Map.ofEntries(
            Map.entry("%PDF-", "application/pdf"),
            Map.entry("%!PS-Adobe-", "application/postscript"),
            Map.entry("GIF87a", "image/gif"),
            Map.entry("GIF89a", "image/gif"),
            Map.entry("\u0089PNG\r\n\u001a\n", "image/png"),
            Map.entry("\u00ff\u00d8\u00ff", "image/jpeg"),
            Map.entry("BM", "image/bmp"),
            Map.entry("\u001f\u008b\b", "application/x-gzip"),
            Map.entry("PK\u0003\u0004", "application/zip"),
            Map.entry("Rar!\u001a\u0007\u0000", "application/x-rar-compressed"),
            Map.entry("\u0000asm", "application/wasm"),
            Map.entry("OggS\u0000", "application/ogg"),
            Map.entry("\u001aE\u00df\u00a3", "video/webm"),
            Map.entry("\u00fe\u00ff", "text/plain; charset=utf-16be"),
            Map.entry("\u00ff\u00fe", "text/plain; charset=utf-16le"),
            Map.entry("\u00ef\u00bb\u00bf", TEXT));

    private ContentTypes() {}

    /** By the end of a name; empty where that says nothing. */
    public static String ofName(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : NAMES.getOrDefault(name.substring(dot).toLowerCase(Locale.ROOT), "");
    }

    /** By the first bytes. */
    public static String of(byte[] begin, int length) {
        String text = new String(begin, 0, Math.min(length, SNIFFED), StandardCharsets.ISO_8859_1);
        String stripped = text.stripLeading();
        if (HTML_TAGS.stream().anyMatch(tag -> isTag(stripped, tag))) {
            return HTML;
        }
        if (stripped.startsWith("<?xml")) {
            return "text/xml; charset=utf-8";
        }
        return BEGINNINGS.entrySet().stream()
                .filter(known -> text.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> text.chars().anyMatch(ContentTypes::isBinary) ? UNKNOWN : TEXT);
    }

    /** Under which type a page may get raw bytes: nothing that a browser would run. */
    public static String harmless(byte[] begin) {
        String type = of(begin, begin.length);
        return type.startsWith("text/html") || type.contains("xml") ? "text/plain" : type;
    }

    private static boolean isTag(String text, String tag) {
        return text.regionMatches(true, 0, tag, 0, tag.length())
                && text.length() > tag.length()
                && (tag.equals("<!--") || " >".indexOf(text.charAt(tag.length())) >= 0);
    }

    private static boolean isBinary(int octet) {
        return octet <= 8 || octet == 0x0b || octet >= 0x0e && octet <= 0x1a || octet >= 0x1c && octet <= 0x1f;
    }
}
