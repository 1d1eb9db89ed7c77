package io.outrider.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles small sources that break (or keep) a rule: one run of javac for all, each in packages of its own. */
final class Planted {

    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?:class|interface|record|enum) (\\w+)");

    private final Map<String, String> packages = new LinkedHashMap<>();
    private final List<Path> files = new ArrayList<>();
    private final Path folder;

    Planted(Path folder) {
        this.folder = folder;
    }

    /** Adds sources under a name; {@code PLANTED} in them becomes a package that nobody else has. */
    Planted add(String name, List<String> sources) throws IOException {
        String own = "planted" + packages.size() + "x";
        packages.put(name, own);
        for (String source : sources) {
            files.add(write(source.replace("PLANTED", own)));
        }
        return this;
    }

    /** The classes of each name. */
    Map<String, JavaClasses> compile() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        compileTo(classes);
        JavaClasses all = new ClassFileImporter().importPath(classes);
        Map<String, JavaClasses> byName = new LinkedHashMap<>();
        packages.forEach((name, own) -> byName.put(name, all.that(residesIn(own))));
        return byName;
    }

    private void compileTo(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            StringWriter messages = new StringWriter();
            if (!compiler.getTask(messages, manager, null, options, null, units).call()) {
                throw new IllegalStateException("a planted source does not compile: " + messages);
            }
        }
    }

    private static DescribedPredicate<JavaClass> residesIn(String own) {
        return DescribedPredicate.describe(own, type -> type.getPackageName().contains(own));
    }

    private Path write(String source) throws IOException {
        String name = source.startsWith("@") ? "package-info" : first(TYPE, source);
        Path file = folder.resolve("src")
                .resolve(first(PACKAGE, source).replace('.', '/'))
                .resolve(name + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, source);
    }

    private static String first(Pattern pattern, String source) {
        Matcher matcher = pattern.matcher(source);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + pattern + " in " + source);
        }
        return matcher.group(1);
    }
}
