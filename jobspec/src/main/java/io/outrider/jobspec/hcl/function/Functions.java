package io.outrider.jobspec.hcl.function;

import io.outrider.jobspec.hcl.eval.Function;
import io.outrider.jobspec.hcl.function.collection.ListFunctions;
import io.outrider.jobspec.hcl.function.collection.MapFunctions;
import io.outrider.jobspec.hcl.function.collection.SetFunctions;
import io.outrider.jobspec.hcl.function.crypto.CryptoFunctions;
import io.outrider.jobspec.hcl.function.encoding.EncodingFunctions;
import io.outrider.jobspec.hcl.function.net.CidrFunctions;
import io.outrider.jobspec.hcl.function.number.NumberFunctions;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.function.text.TextFunctions;
import io.outrider.jobspec.hcl.function.time.TimeFunctions;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The function table of job files. */
public final class Functions {
    private Functions() {}

    private static final Set<String> RUN_TIME = Set.of(
            "abs",
            "coalesce",
            "concat",
            "jsondecode",
            "jsonencode",
            "length",
            "lower",
            "max",
            "min",
            "reverse",
            "strlen",
            "substr",
            "upper");

    /** The few functions that a driver's config may call when its task starts. */
    public static Map<String, Function> atRunTime() {
        Table table = new Table();
        table.fixed(
                "hasindex", (args, budget) -> ListFunctions.hasIndex(args), Table.any("collection"), Table.any("key"));
        table.fixed("int", (args, budget) -> NumberFunctions.cut(args), Table.number("num"));
        Map<String, Function> all = new TreeMap<>(of(FileAccess.none()));
        all.keySet().retainAll(RUN_TIME);
        all.putAll(table.functions());
        return Collections.unmodifiableMap(all);
    }

    /** All functions by name; the file functions see {@code files}. */
    public static Map<String, Function> of(FileAccess files) {
        Table table = new Table();
        TextFunctions.add(table);
        NumberFunctions.add(table);
        ListFunctions.add(table);
        SetFunctions.add(table);
        MapFunctions.add(table);
        EncodingFunctions.add(table);
        CryptoFunctions.add(table);
        CidrFunctions.add(table);
        TimeFunctions.add(table);
        FileFunctions.add(table, files);
        Map<String, Function> all = new TreeMap<>(table.functions());
        all.put("try", Function.Lazy.TRY);
        all.put("can", Function.Lazy.CAN);
        all.put("convert", Function.Lazy.CONVERT);
        return Collections.unmodifiableMap(all);
    }
}
