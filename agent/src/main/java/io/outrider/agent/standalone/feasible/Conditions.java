package io.outrider.agent.standalone.feasible;

import io.outrider.jobspec.regexp.Regexp;
import io.outrider.jobspec.regexp.RegexpException;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.node.Node;
import io.outrider.state.model.placement.Constraint;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Whether a node meets a constraint that looks at the node alone. */
final class Conditions {

    private Conditions() {}

    static boolean meets(Constraint constraint, Node node) {
        Optional<String> left = Targets.of(constraint.lTarget(), node);
        Optional<String> right = Targets.of(constraint.rTarget(), node);
        String operand = Immutable.text(constraint.operand());
        return switch (operand) {
            case "is_set", "attribute_is_set" -> left.isPresent();
            case "is_not_set", "attribute_is_not_set" -> left.isEmpty();
            case "!=", "not" -> !left.equals(right);
            default -> left.isPresent() && right.isPresent() && meets(operand, left.get(), right.get());
        };
    }

    private static boolean meets(String operand, String left, String right) {
        return switch (operand) {
            case "", "=", "==", "is" -> left.equals(right);
            case "<" -> compare(left, right) < 0;
            case "<=" -> compare(left, right) <= 0;
            case ">" -> compare(left, right) > 0;
            case ">=" -> compare(left, right) >= 0;
            case "version" -> Version.meets(left, right, false);
            case "semver" -> Version.meets(left, right, true);
            case "regexp" -> matches(right, left);
            case "set_contains", "set_contains_all" -> set(left).containsAll(set(right));
            case "set_contains_any" -> set(right).stream().anyMatch(set(left)::contains);
            default -> false;
        };
    }

    /** As numbers when both are, else as texts. */
    private static int compare(String left, String right) {
        try {
            return new BigDecimal(left).compareTo(new BigDecimal(right));
        } catch (NumberFormatException e) {
            return left.compareTo(right);
        }
    }

    private static boolean matches(String expression, String text) {
        try {
            return Regexp.compile(expression).find(text);
        } catch (RegexpException e) {
            return false;
        }
    }

    private static List<String> set(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).toList();
    }

    /** A constraint as people read it. */
    static String text(Constraint constraint) {
        return Immutable.text(constraint.lTarget()) + " " + Immutable.text(constraint.operand()) + " "
                + Immutable.text(constraint.rTarget());
    }
}
