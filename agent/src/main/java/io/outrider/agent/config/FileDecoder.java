package io.outrider.agent.config;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes what a file says into settings, by the known keys. */
final class FileDecoder {

    /** The reference has it in JSON for remarks. */
    private static final String REMARK = "//";

    private final Settings settings;
    private final Diagnostics faults;
    private final Set<String> unused = new LinkedHashSet<>();

    FileDecoder(Settings settings, Diagnostics faults) {
        this.settings = settings;
        this.faults = faults;
    }

    void file(Item.Fields file) {
        block("", KnownKeys.root(), file);
    }

    private void block(String path, Key key, Item item) {
        if (item instanceof Item.Many many) {
            many.items().forEach(one -> block(path, key, one));
        } else if (item instanceof Item.Fields fields) {
            fields.fields().forEach(field -> field(path, key, field));
        } else {
            faults.error(path + " takes a block", "found " + item.what(), item.range());
        }
    }

    private void field(String path, Key parent, Item.Field field) {
        String full = path.isEmpty() ? field.name() : path + "." + field.name();
        Key key = parent.find(field.name());
        if (key == null) {
            if (!field.name().equals(REMARK)) {
                unknown(full, parent, field);
            }
            return;
        }
        if (!key.used()) {
            unused.add(full);
        }
        Kind kind = key.kind();
        if (kind == null) {
            block(full, key, field.value());
        } else {
            value(full, kind, field.value());
        }
    }

    private void unknown(String full, Key parent, Item.Field field) {
        String question = NearestName.question(field.name(), parent.below().keySet());
        Diagnostic fault = Diagnostic.error("unknown key " + full, "", field.nameRange());
        faults.add(question.isEmpty() ? fault : fault.hint(question));
    }

    private void value(String path, Kind kind, Item item) {
        Optional<Object> value = kind.value(item);
        if (value.isPresent()) {
            settings.put(path, new Given(kind, value.get(), item.range()));
        } else {
            String found = item instanceof Item.Text text ? "\"" + text.text() + "\"" : item.what();
            faults.error(path + " takes " + kind.expected(), "found " + found, item.range());
        }
    }

    /** Known names that were set and change nothing yet; blocks as a whole. */
    List<String> unused() {
        return unused.stream()
                .filter(path -> unused.stream().noneMatch(other -> path.startsWith(other + ".")))
                .toList();
    }
}
