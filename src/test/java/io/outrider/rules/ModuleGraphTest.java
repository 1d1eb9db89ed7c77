package io.outrider.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints the graph of modules and packages as the poms and class files have it, and refuses an arrow upwards. */
class ModuleGraphTest {

    @Test
    void modulesStandInTheOrderOfTheHouse() {
        ModuleGraph graph = ModuleGraph.read(House.root());
        print("modules, each above those that may use it: " + String.join(" <- ", graph.modules()));
        graph.uses().forEach((module, used) -> print("  " + module + " uses " + used));
        assertThat(graph.modules()).isEqualTo(House.MODULES);
        assertThat(graph.uses().get("state")).contains("streams");
        assertThat(graph.upward()).isEmpty();
    }

    @Test
    void plantedUpwardPomDependencyIsRefused(@TempDir Path copy) throws IOException {
        Files.copy(House.root().resolve("pom.xml"), copy.resolve("pom.xml"));
        for (String module : House.MODULES) {
            Files.createDirectory(copy.resolve(module));
            Files.copy(
                    House.root().resolve(module).resolve("pom.xml"),
                    copy.resolve(module).resolve("pom.xml"));
        }
        Path pom = copy.resolve("state/pom.xml");
        String planted = "<dependencies><dependency><groupId>io.outrider</groupId>"
                + "<artifactId>outrider-drivers</artifactId></dependency>";
        Files.writeString(pom, Files.readString(pom).replaceFirst("<dependencies>", planted));
        assertThat(ModuleGraph.read(copy).upward()).containsExactly("state -> drivers");
    }

    @Test
    void packagesUseOnlyTheirModuleAndThoseBeforeIt() {
        Map<String, Set<String>> uses = packageUses();
        print("packages:");
        uses.forEach((name, used) -> print("  " + name + " -> " + used));
        assertThat(uses).hasSizeGreaterThan(House.MODULES.size());
        Set<String> upward = uses.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .filter(used -> rank(used) > rank(entry.getKey()))
                        .map(used -> entry.getKey() + " -> " + used))
                .collect(Collectors.toSet());
        assertThat(upward).isEmpty();
    }

    @Test
    void packagesFormNoCycle() {
        Map<String, Set<String>> left = packageUses();
        boolean removed = true;
        while (removed) {
            Set<String> free = left.entrySet().stream()
                    .filter(entry -> left.keySet().stream().noneMatch(entry.getValue()::contains))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            removed = left.keySet().removeAll(free);
        }
        assertThat(left).as("packages in or above a cycle").isEmpty();
    }

    private static Map<String, Set<String>> packageUses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : House.mainClasses()) {
            Set<String> used = uses.computeIfAbsent(shortName(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(target -> target.getPackageName().startsWith("io.outrider."))
                    .map(ModuleGraphTest::shortName)
                    .filter(name -> !name.equals(shortName(type)))
                    .forEach(used::add);
        }
        return uses;
    }

    private static String shortName(JavaClass type) {
        return type.getPackageName().substring("io.outrider.".length());
    }

    private static int rank(String pack) {
        return House.MODULES.indexOf(pack.replaceFirst("\\..*", ""));
    }

    /** For the reader of the build's output: the graph is one of the things this test is for. */
    private static void print(String line) {
        java.io.PrintStream out = new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
        out.println(line);
    }
}
