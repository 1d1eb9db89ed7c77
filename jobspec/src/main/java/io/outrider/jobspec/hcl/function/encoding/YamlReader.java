package io.outrider.jobspec.hcl.function.encoding;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** One YAML document as a value. The library reads the syntax; what scalars mean is decided by {@link YamlScalars}. */
final class YamlReader {
    private static final int MAX_DEPTH = 100;
    private static final String MERGE = "<<";

    private final Iterator<Event> events;
    private final Budget budget;
    private final Map<Anchor, Value> anchors = new HashMap<>();

    private YamlReader(Iterable<Event> events, Budget budget) {
        this.events = events.iterator();
        this.budget = budget;
    }

    static Value read(String text, Budget budget) {
        budget.spend(text.length(), null);
        try {
            LoadSettings settings = LoadSettings.builder().build();
            return new YamlReader(new Parse(settings).parseString(text), budget).document();
        } catch (MarkedYamlEngineException broken) {
            throw new FunctionException(described(broken));
        } catch (YamlEngineException | NoSuchElementException broken) {
            throw new FunctionException(
                    String.valueOf(broken.getMessage()).lines().findFirst().orElse("not YAML"));
        }
    }

    private static String described(MarkedYamlEngineException broken) {
        String place = broken.getProblemMark()
                .map(mark -> "on line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1) + ": ")
                .orElse("");
        return place + broken.getProblem();
    }

    private Value document() {
        Event next = events.next();
        while (next.getEventId() == Event.ID.StreamStart || next.getEventId() == Event.ID.DocumentStart) {
            next = events.next();
        }
        if (next.getEventId() == Event.ID.StreamEnd) {
            throw new FunctionException("on line 1, column 1: missing start of document");
        }
        Value value = node(next, 0);
        events.next();
        if (events.next().getEventId() != Event.ID.StreamEnd) {
            throw new FunctionException("only one document is allowed");
        }
        return value;
    }

    private Value node(Event event, int depth) {
        if (depth > MAX_DEPTH) {
            throw new FunctionException("nests deeper than " + MAX_DEPTH + " levels");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias);
        }
        Value value;
        if (event instanceof ScalarEvent scalar) {
            value = YamlScalars.resolve(scalar.getValue(), scalar.getTag(), scalar.isPlain());
        } else {
            CollectionStartEvent start = (CollectionStartEvent) event;
            known(start.getTag());
            value = event.getEventId() == Event.ID.SequenceStart ? sequence(depth) : mapping(depth);
        }
        ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, value));
        return value;
    }

    private static void known(Optional<String> tag) {
        tag.filter(t -> !t.equals("!") && !t.startsWith(YamlScalars.CORE)).ifPresent(t -> {
            throw new FunctionException("unsupported tag \"" + t + "\"");
        });
    }

    private Value aliased(AliasEvent alias) {
        Value value = anchors.get(alias.getAlias());
        if (value == null) {
            throw new FunctionException("reference to undefined anchor \"" + alias.getAlias() + "\"");
        }
        budget.spend(value.weight(), null);
        return value;
    }

    private Value sequence(int depth) {
        List<Value> items = new ArrayList<>();
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            budget.spend(1, null);
            items.add(node(next, depth + 1));
        }
        return Value.tuple(items);
    }

    private Value mapping(int depth) {
        Map<String, Value> fields = new TreeMap<>(Value.BYTES);
        Map<String, Value> merged = new TreeMap<>(Value.BYTES);
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            budget.spend(1, null);
            boolean merge = next instanceof ScalarEvent scalar
                    && scalar.isPlain()
                    && scalar.getValue().equals(MERGE);
            String key = merge ? MERGE : key(node(next, depth + 1));
            Value value = node(events.next(), depth + 1);
            if (merge) {
                merge(value, merged);
            } else {
                fields.put(key, value);
            }
        }
        merged.forEach(fields::putIfAbsent);
        return Value.object(fields);
    }

    private static void merge(Value value, Map<String, Value> merged) {
        List<Value> all = value.isSequence() ? value.elements() : List.of(value);
        for (Value one : all) {
            if (!one.isMapping()) {
                throw new FunctionException("cannot merge what is no mapping");
            }
            one.entries().forEach(merged::putIfAbsent);
        }
    }

    private static String key(Value key) {
        if (key instanceof Value.Str text) {
            return text.text();
        }
        if (key instanceof Value.Number number) {
            return number.number().text();
        }
        if (key instanceof Value.Bool bool) {
            return String.valueOf(bool.value());
        }
        throw new FunctionException("only strings are allowed as mapping keys");
    }
}
