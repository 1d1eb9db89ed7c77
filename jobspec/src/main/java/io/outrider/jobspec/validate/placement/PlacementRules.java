package io.outrider.jobspec.validate.placement;

import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.regexp.Regexp;
import io.outrider.jobspec.regexp.RegexpException;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import io.outrider.state.model.placement.Spread;
import io.outrider.state.model.placement.SpreadTarget;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks on what a job says about where it wants to be. */
public final class PlacementRules {
    private static final Set<String> ORDER = Set.of("=", "==", "is", "!=", "not", "<", "<=", ">", ">=");
    private static final Set<String> SETS = Set.of("set_contains", "set_contains_all", "set_contains_any");
    private static final Set<String> PRESENCE = Set.of("is_set", "is_not_set");
    private static final String ATTRIBUTE = "attribute";
    private static final String VALUE = "value";
    private static final String OPERATOR = "operator";

    private PlacementRules() {}

    /** Checks constraints. */
    public static void constraints(Site site, @Nullable List<Constraint> constraints) {
        int number = 0;
        for (Constraint constraint : Unset.list(constraints)) {
            constraint(site.in("Constraint " + (number + 1), Site.nth("constraint", number++)), constraint);
        }
    }

    private static void constraint(Site site, Constraint constraint) {
        String operand = text(constraint.operand());
        String right = text(constraint.rTarget());
        site.check(operand.isEmpty(), OPERATOR, "Missing constraint operand");
        if (SETS.contains(operand)) {
            site.check(right.isEmpty(), VALUE, "Set contains constraint requires an RTarget");
        } else if (PRESENCE.contains(operand)) {
            site.check(!right.isEmpty(), VALUE, "Operator \"" + operand + "\" does not support an RTarget");
        } else if (operand.equals("distinct_property")) {
            distinct(site, right);
        } else if (!operand.equals("distinct_hosts")) {
            value(site, "constraint", operand, right)
                    .ifPresent(unknown -> site.fault(OPERATOR, "Unknown constraint type \"" + unknown + "\""));
        }
        boolean target = !operand.equals("distinct_hosts");
        site.check(
                target && text(constraint.lTarget()).isEmpty(),
                ATTRIBUTE,
                "No LTarget provided but is required by constraint");
    }

    private static void distinct(Site site, String count) {
        if (count.isEmpty()) {
            return;
        }
        boolean number = count.matches("[0-9]{1,18}");
        if (!number) {
            site.fault(
                    "value",
                    "Failed to convert RTarget \"" + count + "\" to uint64: strconv.ParseUint: parsing \"" + count
                            + "\": invalid syntax");
        } else if (Long.parseLong(count) < 1) {
            site.fault(VALUE, "Distinct Property must have an allowed count of 1 or greater: " + count + " < 1");
        }
    }

    /** Checks what constraints and affinities compare in the same way; gives back an operand that is none of these. */
    private static Optional<String> value(Site site, String what, String operand, String right) {
        switch (operand) {
            case "regexp" ->
                regexp(right).ifPresent(why -> site.fault("regexp", "Regular expression failed to compile: " + why));
            case "version" ->
                VersionSyntax.loose(right)
                        .ifPresent(why -> site.fault("version", "Version " + what + " is invalid: " + why));
            case "semver" ->
                VersionSyntax.strict(right)
                        .ifPresent(why -> site.fault("semver", "Semver " + what + " is invalid: " + why));
            default -> {
                if (!ORDER.contains(operand)) {
                    return operand.isEmpty() ? Optional.empty() : Optional.of(operand);
                }
                site.check(right.isEmpty(), VALUE, "Operator \"" + operand + "\" requires an RTarget");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> regexp(String expression) {
        try {
            Regexp.compile(expression);
            return Optional.empty();
        } catch (RegexpException wrong) {
            return Optional.of(String.valueOf(wrong.getMessage()));
        }
    }

    /** Checks affinities. */
    public static void affinities(Site site, @Nullable List<Affinity> affinities) {
        int number = 0;
        for (Affinity affinity : Unset.list(affinities)) {
            affinity(site.in("Affinity " + (number + 1), Site.nth("affinity", number++)), affinity);
        }
    }

    private static void affinity(Site site, Affinity affinity) {
        String operand = text(affinity.operand());
        String right = text(affinity.rTarget());
        site.check(operand.isEmpty(), OPERATOR, "Missing affinity operand");
        if (SETS.contains(operand)) {
            site.check(right.isEmpty(), VALUE, "Set contains operators require an RTarget");
        } else {
            value(site, "affinity", operand, right)
                    .ifPresent(unknown -> site.fault(OPERATOR, "Unknown affinity operator \"" + unknown + "\""));
        }
        site.check(text(affinity.lTarget()).isEmpty(), ATTRIBUTE, "No LTarget provided but is required");
        long weight = Unset.number(affinity.weight());
        site.check(weight > 100 || weight < -100, "weight", "Affinity weight must be within the range [-100,100]");
        site.check(weight == 0, "weight", "Affinity weight cannot be zero");
    }

    /** Checks spreads. */
    public static void spreads(Site site, @Nullable List<Spread> spreads) {
        int number = 0;
        for (Spread spread : Unset.list(spreads)) {
            spread(site.in("Spread " + (number + 1), Site.nth("spread", number++)), spread);
        }
    }

    private static void spread(Site site, Spread spread) {
        site.check(text(spread.attribute()).isEmpty(), ATTRIBUTE, "Missing spread attribute");
        long weight = Unset.number(spread.weight());
        site.check(weight <= 0 || weight > 100, "weight", "Spread block must have a positive weight from 0 to 100");
        Set<String> seen = new HashSet<>();
        long sum = 0;
        for (SpreadTarget target : Unset.list(spread.spreadTarget())) {
            String value = text(target.value());
            long percent = Unset.number(target.percent());
            Site here = site.at("target", value);
            if (!seen.add(value)) {
                here.fault("Spread target value \"" + value + "\" already defined");
            }
            here.check(
                    percent > 100,
                    "percent",
                    "Spread target percentage for value \"" + value + "\" must be between 0 and 100");
            sum += percent;
        }
        if (sum > 100) {
            site.fault("Sum of spread target percentages must not be greater than 100%; got " + sum + "%");
        }
    }
}
