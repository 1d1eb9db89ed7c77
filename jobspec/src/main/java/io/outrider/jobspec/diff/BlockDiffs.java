package io.outrider.jobspec.diff;

import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.diff.FieldDiff;
import io.outrider.state.model.diff.ObjectDiff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares blocks with all that is in them. */
final class BlockDiffs {

    private BlockDiffs() {}

    /** The parts of two versions of a block that changed, in the order of the shape. */
    static List<ObjectDiff> parts(@Nullable JsonNode old, @Nullable JsonNode now, Shape shape) {
        List<ObjectDiff> found = new ArrayList<>();
        shape.parts().forEach(part -> found.addAll(part(part, get(old, part.key()), get(now, part.key()))));
        return found;
    }

    private static List<ObjectDiff> part(Part part, @Nullable JsonNode old, @Nullable JsonNode now) {
        if (part instanceof Part.Block block) {
            return block(block.name(), old, now, block.shape()).stream().toList();
        } else if (part instanceof Part.Blocks blocks) {
            return unnamed(blocks, old, now);
        } else if (part instanceof Part.NamedBlocks blocks) {
            return named(blocks.name(), byField(old, blocks.id()), byField(now, blocks.id()), blocks.shape());
        } else if (part instanceof Part.BlockMap blocks) {
            return named(blocks.name(), byName(old), byName(now), blocks.shape());
        } else if (part instanceof Part.Texts texts) {
            return texts(texts.name(), old, now).stream().toList();
        }
        return changed(
                        part.name(),
                        typeOf(old, now),
                        Fields.of(Fields.leaves(old), Fields.leaves(now), true),
                        List.of())
                .stream()
                .toList();
    }

    /** Empty when nothing changed; else with all plain values, changed or not. */
    private static Optional<ObjectDiff> block(
            String name, @Nullable JsonNode old, @Nullable JsonNode now, Shape shape) {
        List<FieldDiff> fields = Fields.of(Fields.plain(old, shape), Fields.plain(now, shape), true);
        return changed(name, typeOf(old, now), fields, parts(old, now, shape));
    }

    private static Optional<ObjectDiff> changed(
            String name, DiffType type, List<FieldDiff> fields, List<ObjectDiff> objects) {
        boolean same = objects.isEmpty() && fields.stream().allMatch(field -> field.type() == DiffType.NONE);
        return same ? Optional.empty() : Optional.of(new ObjectDiff(type, name, orNull(fields), orNull(objects)));
    }

    private static DiffType typeOf(@Nullable JsonNode old, @Nullable JsonNode now) {
        return old == null ? DiffType.ADDED : now == null ? DiffType.DELETED : DiffType.EDITED;
    }

    private static List<ObjectDiff> unnamed(Part.Blocks blocks, @Nullable JsonNode old, @Nullable JsonNode now) {
        List<JsonNode> gone = new ArrayList<>(items(old));
        List<JsonNode> come = new ArrayList<>();
        for (JsonNode item : items(now)) {
            if (!gone.remove(item)) {
                come.add(item);
            }
        }
        List<ObjectDiff> found = new ArrayList<>();
        come.forEach(item -> block(blocks.name(), null, item, blocks.shape()).ifPresent(found::add));
        gone.forEach(item -> block(blocks.name(), item, null, blocks.shape()).ifPresent(found::add));
        return found;
    }

    private static List<ObjectDiff> named(
            String name, Map<String, JsonNode> old, Map<String, JsonNode> now, Shape shape) {
        TreeSet<String> ids = new TreeSet<>(old.keySet());
        ids.addAll(now.keySet());
        return ids.stream()
                .flatMap(id -> block(name, old.get(id), now.get(id), shape).stream())
                .toList();
    }

    private static Map<String, JsonNode> byField(@Nullable JsonNode list, String field) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        items(list).forEach(item -> {
            String id = item.path(field).asString("");
            // Twins, which only a job that is not valid has, are told one by one.
            found.put(found.containsKey(id) ? id + "#" + found.size() : id, item);
        });
        return found;
    }

    private static Map<String, JsonNode> byName(@Nullable JsonNode map) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        if (map != null) {
            map.properties().forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    private static Optional<ObjectDiff> texts(String name, @Nullable JsonNode old, @Nullable JsonNode now) {
        TreeSet<String> before = new TreeSet<>();
        items(old).forEach(item -> before.add(item.asString()));
        TreeSet<String> after = new TreeSet<>();
        items(now).forEach(item -> after.add(item.asString()));
        TreeSet<String> all = new TreeSet<>(before);
        all.addAll(after);
        List<FieldDiff> fields = all.stream()
                .map(text -> Fields.field(name, before.contains(text) ? text : "", after.contains(text) ? text : ""))
                .sorted(Comparator.comparing(FieldDiff::type))
                .toList();
        DiffType type = before.isEmpty() ? DiffType.ADDED : after.isEmpty() ? DiffType.DELETED : DiffType.EDITED;
        return changed(name, type, fields, List.of());
    }

    private static List<JsonNode> items(@Nullable JsonNode list) {
        return list == null ? List.of() : list.valueStream().toList();
    }

    private static @Nullable JsonNode get(@Nullable JsonNode block, String key) {
        JsonNode value = block == null ? null : block.get(key);
        return value == null || value.isNull() ? null : value;
    }

    static <T> @Nullable List<T> orNull(List<T> list) {
        return list.isEmpty() ? null : list;
    }
}
