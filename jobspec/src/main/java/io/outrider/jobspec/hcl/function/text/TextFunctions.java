package io.outrider.jobspec.hcl.function.text;

import static io.outrider.jobspec.hcl.function.table.Table.text;
import static io.outrider.jobspec.hcl.function.table.Table.whole;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Lists;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.jobspec.regexp.Regexp;
import io.outrider.jobspec.regexp.RegexpException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Functions of text. Positions and lengths count grapheme clusters. */
public final class TextFunctions {
    private static final Pattern GRAPHEME = Pattern.compile("\\X");
    private static final String STR = "str";

    private TextFunctions() {}

    public static void add(Table table) {
        simple(table, "upper", s -> eachCodePoint(s, true));
        simple(table, "lower", s -> eachCodePoint(s, false));
        simple(table, "trimspace", String::strip);
        simple(table, "chomp", s -> s.replaceFirst("[\\r\\n]+\\z", ""));
        simple(table, "title", TextFunctions::title);
        simple(table, "strrev", TextFunctions::reversed);
        simple(table, "reverse", TextFunctions::reversed);
        table.fixed("strlen", (a, b) -> Value.number(Source.graphemes(text(a, 0))), text(STR));
        table.fixed("substr", (a, b) -> substr(a), text(STR), Table.number("offset"), Table.number("length"));
        table.fixed("split", (a, b) -> split(text(a, 0), text(a, 1)), text("separator"), text(STR));
        table.open("join", (a, b) -> join(a, b), text("separator"), Table.any("lists"));
        table.fixed("replace", (a, b) -> replace(a, b), text(STR), text("substr"), text("replace"));
        table.fixed("regex_replace", (a, b) -> regexReplace(a, b), text(STR), text("pattern"), text("replace"));
        table.fixed("indent", (a, b) -> indent(a, b), Table.number("spaces"), text(STR));
        table.fixed("trim", (a, b) -> Value.str(trim(text(a, 0), text(a, 1))), text(STR), text("cutset"));
        table.fixed(
                "trimprefix",
                (a, b) -> Value.str(
                        text(a, 0).startsWith(text(a, 1))
                                ? text(a, 0).substring(text(a, 1).length())
                                : text(a, 0)),
                text(STR),
                text("prefix"));
        table.fixed(
                "trimsuffix",
                (a, b) -> Value.str(
                        text(a, 0).endsWith(text(a, 1))
                                ? text(a, 0)
                                        .substring(
                                                0,
                                                text(a, 0).length() - text(a, 1).length())
                                : text(a, 0)),
                text(STR),
                text("suffix"));
        table.open("format", (a, b) -> Formatting.format(a, b), text("format"), Table.nullable("args"));
        table.open("formatlist", (a, b) -> Formatting.formatList(a, b), text("format"), Table.nullable("args"));
    }

    private static void simple(Table table, String name, UnaryOperator<String> change) {
        table.fixed(name, (a, b) -> Value.str(change.apply(text(a, 0))), text(STR));
    }

    /** One to one: no character becomes two. */
    private static String eachCodePoint(String text, boolean upper) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> upper ? Character.toUpperCase(c) : Character.toLowerCase(c))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    private static String title(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean start = true;
        for (int c : text.codePoints().toArray()) {
            out.appendCodePoint(start ? Character.toTitleCase(c) : c);
            start = !(Character.isLetterOrDigit(c) || c == '_' || c == '\'' && !start);
        }
        return out.toString();
    }

    /** The first so many grapheme clusters, or all. */
    static String head(String text, int most) {
        int[] ends = ends(text);
        return most >= ends.length ? text : text.substring(0, start(ends, most));
    }

    /** Where each grapheme cluster ends. */
    private static int[] ends(String text) {
        int count = Source.graphemes(text);
        if (count == text.length()) {
            return IntStream.rangeClosed(1, count).toArray();
        }
        int[] ends = new int[count];
        Matcher clusters = GRAPHEME.matcher(text);
        for (int i = 0; i < count && clusters.find(); i++) {
            ends[i] = clusters.end();
        }
        return ends;
    }

    private static int start(int[] ends, int cluster) {
        return cluster == 0 ? 0 : ends[cluster - 1];
    }

    private static String reversed(String text) {
        int[] ends = ends(text);
        StringBuilder out = new StringBuilder(text.length());
        for (int i = ends.length - 1; i >= 0; i--) {
            out.append(text, start(ends, i), ends[i]);
        }
        return out.toString();
    }

    private static Value substr(List<Value> args) {
        String text = text(args, 0);
        int[] ends = ends(text);
        int size = ends.length;
        int offset = whole(args, 1);
        int length = whole(args, 2);
        int from = offset < 0 ? Math.max(0, size + offset) : Math.min(offset, size);
        int to = length < 0 ? size : (int) Math.min(size, (long) from + length);
        return Value.str(text.substring(start(ends, from), start(ends, Math.max(from, to))));
    }

    private static Value split(String separator, String text) {
        List<Value> parts = new ArrayList<>();
        if (separator.isEmpty()) {
            text.codePoints().forEach(c -> parts.add(Value.str(Character.toString(c))));
            return Value.list(Type.STRING, parts);
        }
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(Value.str(text.substring(from, at)));
            from = at + separator.length();
        }
        parts.add(Value.str(text.substring(from)));
        return Value.list(Type.STRING, parts);
    }

    private static Value join(List<Value> args, Budget budget) {
        if (args.size() < 2) {
            throw new FunctionException("at least one list is required");
        }
        String separator = text(args, 0);
        List<String> parts = new ArrayList<>();
        for (int i = 1; i < args.size(); i++) {
            Value list = Lists.as(Type.list(Type.STRING), args, i);
            for (Value item : list.elements()) {
                if (!(item instanceof Value.Str str)) {
                    throw new FunctionException(
                            "element " + parts.size() + " is null; cannot concatenate null values", i);
                }
                budget.spend(str.text().length() + separator.length(), null);
                parts.add(str.text());
            }
        }
        return Value.str(String.join(separator, parts));
    }

    private static Value replace(List<Value> args, Budget budget) {
        String text = text(args, 0);
        budget.spend((long) (text.length() + 1) * (text(args, 2).length() + 1), null);
        return Value.str(text.replace(text(args, 1), text(args, 2)));
    }

    private static Value regexReplace(List<Value> args, Budget budget) {
        String text = text(args, 0);
        budget.spend((long) (text.length() + 1) * (text(args, 2).length() + 1), null);
        try {
            return Value.str(
                    Regexp.compile(text(args, 1)).replaceAll(text, text(args, 2), reads -> budget.work(reads, null)));
        } catch (RegexpException wrong) {
            throw new FunctionException(String.valueOf(wrong.getMessage()));
        }
    }

    private static Value indent(List<Value> args, Budget budget) {
        int spaces = whole(args, 0);
        if (spaces < 0) {
            throw new FunctionException("the number of spaces must not be negative");
        }
        String text = text(args, 1);
        long lines = text.chars().filter(c -> c == '\n').count();
        budget.spend(lines * spaces, null);
        return Value.str(text.replace("\n", "\n" + (lines == 0 ? "" : " ".repeat(spaces))));
    }

    private static String trim(String text, String cutset) {
        int from = 0;
        int to = text.length();
        while (from < to && cutset.indexOf(text.codePointAt(from)) >= 0) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (to > from && cutset.indexOf(text.codePointBefore(to)) >= 0) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }
}
