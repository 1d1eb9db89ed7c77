package io.outrider.jobspec.diff;

import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.diff.FieldDiff;
import io.outrider.state.model.diff.ObjectDiff;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What changes do to allocs, in the reference's words. */
final class Annotations {

    private static final String CREATE = "forces create";
    private static final String DESTROY = "forces destroy";
    private static final String IN_PLACE = "forces in-place update";
    private static final String DESTRUCTIVE = "forces create/destroy update";
    private static final Set<String> FIELDS_IN_PLACE = Set.of("KillTimeout");
    private static final Set<String> OBJECTS_IN_PLACE = Set.of("Service", "Constraint");

    private Annotations() {}

    /** Of a task whose group is new, gone or changed; empty when nothing changed. */
    static Optional<String> ofTask(DiffType type, List<FieldDiff> fields, List<ObjectDiff> objects) {
        return switch (type) {
            case NONE -> Optional.empty();
            case ADDED -> Optional.of(CREATE);
            case DELETED -> Optional.of(DESTROY);
            case EDITED -> Optional.of(inPlace(fields, objects) ? IN_PLACE : DESTRUCTIVE);
        };
    }

    /** Of a group's count; other fields have none. */
    static FieldDiff ofGroupField(FieldDiff field) {
        if (!field.name().equals("Count")) {
            return field;
        }
        long old = field.old().isEmpty() ? 0 : Long.parseLong(field.old());
        long now = field.now().isEmpty() ? 0 : Long.parseLong(field.now());
        return new FieldDiff(
                field.type(), field.name(), field.old(), field.now(), List.of(now > old ? CREATE : DESTROY));
    }

    private static boolean inPlace(List<FieldDiff> fields, List<ObjectDiff> objects) {
        return fields.stream().allMatch(field -> FIELDS_IN_PLACE.contains(field.name()))
                && objects.stream().allMatch(Annotations::inPlace);
    }

    private static boolean inPlace(ObjectDiff object) {
        return OBJECTS_IN_PLACE.contains(object.name()) || object.name().equals("LogConfig") && !switchesLogs(object);
    }

    private static boolean switchesLogs(ObjectDiff logs) {
        List<FieldDiff> fields = logs.fields() == null ? List.of() : logs.fields();
        return fields.stream().anyMatch(field -> field.name().equals("Disabled") && field.type() != DiffType.NONE);
    }
}
