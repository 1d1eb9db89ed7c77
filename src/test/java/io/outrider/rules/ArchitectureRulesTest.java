package io.outrider.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules hold for every main class of the house, and each one refuses a planted violation. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureRulesTest {

    private JavaClasses house;
    private Map<String, JavaClasses> planted;

    @BeforeAll
    void scan(@TempDir Path folder) throws IOException {
        house = House.mainClasses();
        Planted sources = new Planted(folder);
        for (Map.Entry<String, List<String>> entry : PlantedSources.violating().entrySet()) {
            sources.add("wrong: " + entry.getKey(), entry.getValue());
        }
        for (Map.Entry<String, List<String>> entry : PlantedSources.keeping().entrySet()) {
            sources.add("right: " + entry.getKey(), entry.getValue());
        }
        planted = sources.compile();
    }

    @Test
    void everyModuleWasScanned() {
        assertThat(house.size()).as("classes scanned").isGreaterThan(300);
        for (String module : House.MODULES) {
            assertThat(house.stream().map(JavaClass::getPackageName))
                    .as("packages of %s", module)
                    .anyMatch(name -> name.startsWith("io.outrider." + module));
        }
        assertThat(house.stream().map(JavaClass::getPackageName)).noneMatch(name -> name.contains("rules"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holdsForTheHouse(String rule) {
        assertThat(violations(rule, house)).as(rule).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void refusesThePlantedViolation(String rule) {
        JavaClasses wrong = planted.get("wrong: " + rule);
        assertThat(wrong).as("a planted violation of: %s", rule).isNotEmpty();
        assertThat(violations(rule, wrong)).as(rule).isNotEmpty().allMatch(text -> text.contains("planted"));
    }

    @ParameterizedTest
    @MethodSource("rulesWithAnExample")
    void leavesTheRightWayAlone(String rule) {
        JavaClasses right = planted.get("right: " + rule);
        assertThat(right).isNotEmpty();
        assertThat(violations(rule, right)).as(rule).isEmpty();
    }

    private static List<String> violations(String rule, JavaClasses classes) {
        ArchRule checked = HouseRules.byName().get(rule);
        EvaluationResult result = checked.allowEmptyShould(true).evaluate(classes);
        return result.getFailureReport().getDetails();
    }

    static Set<String> rules() {
        return HouseRules.byName().keySet();
    }

    static Set<String> rulesWithAnExample() {
        return PlantedSources.keeping().keySet();
    }
}
