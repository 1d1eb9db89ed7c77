package io.outrider.jobspec.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The recorded job files beside the checkout. */
public final class Corpus {
    private static final List<String> EXTENSIONS = List.of(".nomad.hcl", ".nomad.json", ".nomad", ".hcl", ".json");

    private Corpus() {}

    /** The corpus folder; without it the test is skipped, or fails where CI must have it. */
    public static Path folder() {
        Path folder = Path.of(System.getProperty("outrider.root", "."))
                .resolve("../shared/corpus")
                .normalize();
        boolean there = Files.isDirectory(folder);
        if (System.getenv("CI") != null) {
            assertThat(there).as("recorded job files in " + folder).isTrue();
        }
        assumeTrue(there, "no recorded job files in " + folder);
        return folder;
    }

    /** Names of the cases in a folder, by the suffix of their answers. */
    public static List<String> names(Path folder, String suffix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(suffix) && !f.endsWith(".api-error.txt"))
                    .map(f -> f.substring(0, f.length() - suffix.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a case; a recipe is cooked. */
    public static Source source(Path folder, String name) {
        try {
            Path recipe = folder.resolve(name + ".recipe.json");
            if (Files.exists(recipe)) {
                JsonNode tree = Json.mapper().readTree(Files.readString(recipe));
                StringBuilder text = new StringBuilder();
                tree.get("parts")
                        .forEach(p -> text.append(
                                p.get(0).stringValue().repeat(p.get(1).intValue())));
                return Source.of(tree.get("file").stringValue(), text.toString());
            }
            for (String extension : EXTENSIONS) {
                Path file = folder.resolve(name + extension);
                if (Files.exists(file)) {
                    return Source.of(name + extension, Files.readAllBytes(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalArgumentException("no job file for " + name);
    }

    public static ParseResult parse(Path folder, String name) {
        Source source = source(folder, name);
        JobParser parser = new JobParser(FileAccess.below(folder));
        return source.name().equals(name + ".json")
                ? parser.parseJson(source)
                : parser.parse(source, variables(folder, name));
    }

    private static Variables variables(Path folder, String name) {
        Map<String, String> environment = new HashMap<>();
        lines(folder.resolve(name + ".env")).forEach(line -> {
            int equals = line.indexOf('=');
            environment.put(line.substring(0, equals), line.substring(equals + 1));
        });
        List<Source> files = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        boolean strict = true;
        for (Iterator<String> args = lines(folder.resolve(name + ".args")).iterator(); args.hasNext(); ) {
            String arg = args.next();
            int equals = arg.indexOf('=');
            String option = equals < 0 ? arg : arg.substring(0, equals);
            if (option.equals("-var")) {
                arguments.add(equals < 0 ? args.next() : arg.substring(equals + 1));
            } else if (option.equals("-var-file")) {
                String file = equals < 0 ? args.next() : arg.substring(equals + 1);
                files.add(read(folder, file));
            } else if (arg.equals("-hcl2-strict=false")) {
                strict = false;
            }
        }
        return new Variables(environment, files, arguments, strict);
    }

    /** A file as a source. */
    public static Source read(Path folder, String file) {
        try {
            return Source.of(file, Files.readAllBytes(folder.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of JSON; numbers keep their digits. */
    public static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(text(file));
    }

    /** Where two trees first differ, or empty; numbers by value. */
    public static String difference(JsonNode expected, JsonNode actual, String at) {
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0
                    ? ""
                    : at + ": " + expected + " != " + actual;
        }
        if (expected.isObject() && actual.isObject()) {
            java.util.TreeSet<String> names = new java.util.TreeSet<>(expected.propertyNames());
            names.addAll(actual.propertyNames());
            for (String name : names) {
                String found = expected.has(name) && actual.has(name)
                        ? difference(expected.get(name), actual.get(name), at + "/" + name)
                        : at + "/" + name + (actual.has(name) ? " is too much: " + actual.get(name) : " is missing");
                if (!found.isEmpty()) {
                    return found;
                }
            }
            return "";
        }
        if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                String found = difference(expected.get(i), actual.get(i), at + "/" + i);
                if (!found.isEmpty()) {
                    return found;
                }
            }
            return "";
        }
        return expected.equals(actual) ? "" : at + ": " + expected + " != " + actual;
    }
}
