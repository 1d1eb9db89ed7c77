package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.ConfigTemplate.Failed;
import io.outrider.jobspec.ConfigTemplate.Rendered;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Driver configs are evaluated as the reference's client does it. */
final class ConfigTemplateTest {
    private static final Map<String, Object> VARIABLES = Map.of(
            "env", Map.of("A.B", "ab", "X", "x"),
            "X", "x",
            "attr", Map.of("kernel", Map.of("name", "linux")));

    private static Object rendered(Object config) {
        ConfigTemplate.Result result = ConfigTemplate.render(Map.of("v", config), VARIABLES);
        assertThat(result).isInstanceOf(Rendered.class);
        return ((Rendered) result).config().get("v");
    }

    @Test
    void textsInListsAndMapsAreEvaluated() {
        Object config = List.of(Map.of("a", "-${attr.kernel.name}-"), "${env[\"A.B\"]}", 5L, true);
        assertThat(rendered(config)).isEqualTo(List.of(Map.of("a", "-linux-"), "ab", 5L, true));
    }

    @Test
    void doubledMarksAndPlainTextStay() {
        assertThat(rendered("$${attr.x} 100% $HOME ${X}")).isEqualTo("${attr.x} 100% $HOME x");
        assertThat(rendered("echo $HOME; a=$(b)")).isEqualTo("echo $HOME; a=$(b)");
    }

    @Test
    void unknownNamesFailAndAreNamedAllTogether() {
        ConfigTemplate.Result result =
                ConfigTemplate.render(Map.of("args", List.of("${nope}", "${attr.nope}")), VARIABLES);
        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).diagnostics())
                .extracting(d -> d.summary() + ": " + d.detail())
                .containsExactly(
                        "Unknown variable: There is no variable named \"nope\".",
                        "Unsupported attribute: This object does not have an attribute named \"nope\".");
        assertThat(((Failed) result).diagnostics().get(0).range()).hasToString("config.args[0]:1,3-7");
    }

    @Test
    void deepConfigsAndTemplatesFailInsteadOfOverflowing() {
        Object deep = "x";
        for (int i = 0; i < 1_000; i++) {
            deep = List.of(deep);
        }
        assertThat(ConfigTemplate.render(Map.of("v", deep), VARIABLES)).isInstanceOf(Failed.class);
        String nested = "${".repeat(1) + "(".repeat(10_000) + "1" + ")".repeat(10_000) + "}";
        assertThat(ConfigTemplate.render(Map.of("v", nested), VARIABLES)).isInstanceOf(Failed.class);
    }
}
