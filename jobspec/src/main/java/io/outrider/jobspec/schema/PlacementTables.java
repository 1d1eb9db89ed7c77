package io.outrider.jobspec.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Constraints, affinities and spreads. */
final class PlacementTables {
    private static final String OPERAND = "Operand";
    private static final String RIGHT = "RTarget";

    private PlacementTables() {}

    static Spec constraint() {
        return target().plainWording()
                .argument(Kind.TEXT_OR_NULL, "distinct_property", "-distinct_property")
                .argument(Kind.BOOL_OR_NULL, "distinct_hosts", "-distinct_hosts")
                .argument(Kind.TEXT_OR_NULL, "is_set", "-is_set")
                .argument(Kind.TEXT_OR_NULL, "is_not_set", "-is_not_set")
                .argument(Kind.TEXT_OR_NULL, "set_contains", "-set_contains")
                .argument(Kind.TEXT_OR_NULL, "set_contains_any", "-set_contains_any")
                .argument(Kind.TEXT_OR_NULL, "set_contains_all", "-set_contains_all")
                .then(json -> {
                    shortForm(json, "version", "semver", "regexp", "set_contains");
                    distinct(json);
                    ignore(json, "is_set", "is_not_set", "set_contains_any", "set_contains_all");
                    defaults(json);
                });
    }

    static Spec affinity() {
        return target().plainWording()
                .argument(Kind.CUT_SMALL_OR_NULL, "weight", "Weight")
                .argument(Kind.TEXT_OR_NULL, "set_contains", "-set_contains")
                .argument(Kind.TEXT_OR_NULL, "set_contains_any", "-set_contains_any")
                .argument(Kind.TEXT_OR_NULL, "set_contains_all", "-set_contains_all")
                .then(json -> {
                    shortForm(
                            json,
                            "version",
                            "semver",
                            "regexp",
                            "set_contains",
                            "set_contains_any",
                            "set_contains_all");
                    defaults(json);
                });
    }

    private static Spec target() {
        return new Spec()
                .argument(Kind.TEXT_OR_NULL, "attribute", "LTarget")
                .argument(Kind.TEXT_OR_NULL, "value", RIGHT)
                .argument(Kind.TEXT_OR_NULL, "operator", OPERAND)
                .argument(Kind.TEXT_OR_NULL, "version", "-version")
                .argument(Kind.TEXT_OR_NULL, "semver", "-semver")
                .argument(Kind.TEXT_OR_NULL, "regexp", "-regexp");
    }

    /** {@code version = "> 1"} means operator and value at once. */
    private static void shortForm(Map<String, @Nullable Object> json, String... names) {
        for (String name : names) {
            Object value = json.remove("-" + name);
            if (value != null && !"".equals(value)) {
                json.put(OPERAND, name);
                json.put(RIGHT, value);
            }
        }
    }

    private static void distinct(Map<String, @Nullable Object> json) {
        Object hosts = json.remove("-distinct_hosts");
        if (hosts != null) {
            json.put(OPERAND, "distinct_hosts");
            json.put(RIGHT, hosts.toString());
        }
        Object property = json.remove("-distinct_property");
        if (property != null) {
            json.put(OPERAND, "distinct_property");
            json.put("LTarget", property);
        }
    }

    /** The reference takes these and does nothing with them. */
    private static void ignore(Map<String, @Nullable Object> json, String... names) {
        for (String name : names) {
            json.remove("-" + name);
        }
    }

    private static void defaults(Map<String, @Nullable Object> json) {
        json.putIfAbsent("LTarget", "");
        json.putIfAbsent(RIGHT, "");
        if (json.get(OPERAND) == null || "".equals(json.get(OPERAND))) {
            json.put(OPERAND, "=");
        }
    }

    static Spec spread() {
        return new Spec()
                .argument(Kind.TEXT, "attribute", "Attribute")
                .argument(Kind.SMALL_OR_NULL, "weight", "Weight")
                .labelled("target", "SpreadTarget", "Value", PlacementTables::spreadTarget);
    }

    private static Spec spreadTarget() {
        return new Spec().fixed("Value", "").argument(Kind.PERCENT, "percent", "Percent");
    }
}
