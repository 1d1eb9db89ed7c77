package io.outrider.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the house stands, and what it is made of. */
final class House {

    /** In the order of the layering: a module may use only those before it. */
    static final List<String> MODULES =
            List.of("streams", "state", "jobspec", "drivers", "runners", "metrics", "agent");

    private House() {}

    static Path root() {
        return Path.of(System.getProperty("outrider.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** The compiled main classes of one module. */
    static Path classes(String module) {
        return root().resolve(module).resolve("target/classes");
    }

    /** The main classes of all modules, and nothing else; scanned once. */
    static JavaClasses mainClasses() {
        return Scan.CLASSES;
    }

    private static final class Scan {
        private static final JavaClasses CLASSES = new ClassFileImporter()
                .importPaths(MODULES.stream()
                        .map(House::classes)
                        .filter(Files::isDirectory)
                        .toList());
    }
}
