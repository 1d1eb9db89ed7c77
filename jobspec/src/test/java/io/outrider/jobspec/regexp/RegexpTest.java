package io.outrider.jobspec.regexp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Expressions mean what RE2 makes of them, where Java's own would differ. */
final class RegexpTest {
    private static String replaced(String pattern, String text, String template) {
        return Regexp.compile(pattern).replaceAll(text, template);
    }

    @Test
    void emptyMatchesRightAfterAMatchDoNotCount() {
        assertThat(replaced("b*", "abc", "-")).isEqualTo("-a-c-");
    }

    @Test
    void dollarIsTheEndOfTheTextAndDotAllButALineEnd() {
        assertThat(Regexp.compile("a$").find("a\n")).isFalse();
        assertThat(Regexp.compile("(?m)a$").find("a\nb")).isTrue();
        assertThat(Regexp.compile("^a.b$").find("a\rb")).isTrue();
    }

    @Test
    void classesWithBracketsAndAmpersandsAreOnlyThat() {
        assertThat(replaced("[[&&a]", "[b&a", "x")).isEqualTo("xbxx");
        assertThat(replaced("[[:alpha:]_]+", "a_1", "x")).isEqualTo("x1");
        assertThat(replaced("[^\\d]", "a1b", "x")).isEqualTo("x1x");
    }

    @Test
    void namedGroupsMayHoldUnderscores() {
        assertThat(replaced("(?P<first_part>a)(?<b2>b)", "ab", "${b2}$first_part"))
                .isEqualTo("ba");
    }

    @Test
    void lazinessCanBeSwapped() {
        assertThat(replaced("(?U)a+", "aaa", "x")).isEqualTo("xxx");
        assertThat(replaced("(?U)a+?", "aaa", "x")).isEqualTo("x");
    }

    @Test
    void whatTheSyntaxDoesNotHaveIsRefused() {
        for (String wrong : new String[] {"(?=a)", "(a)\\1", "a**", "a{2,1}", "[b-a]", "\\y", "(", ")", "\\p{Nope}"}) {
            assertThatThrownBy(() -> Regexp.compile(wrong)).as(wrong).isInstanceOf(RegexpException.class);
        }
    }

    @Test
    @Timeout(5)
    void endlessBacktrackingEnds() {
        for (String slow : new String[] {"(a*)*c", "(a|aa)+$", "(x+x+)+y", "(.*)*b(.*)*c"}) {
            Regexp pattern = Regexp.compile(slow);
            String text = "a".repeat(50) + "x".repeat(50) + "!";
            try {
                assertThat(pattern.find(text)).as(slow).isFalse();
            } catch (RegexpException gaveUp) {
                assertThat(gaveUp).hasMessage("matching the pattern takes too long");
            }
        }
    }
}
