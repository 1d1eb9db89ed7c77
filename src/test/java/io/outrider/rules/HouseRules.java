package io.outrider.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.reactivestreams.Publisher;

/** Section 1 of the style guide, as far as class files show it. */
final class HouseRules {

    private static final Set<String> WAITS =
            Set.of("block", "blockFirst", "blockLast", "blockOptional", "toIterable", "toStream");

    private HouseRules() {}

    /** Each rule under the name that the test and its planted violation use. */
    static Map<String, ArchRule> byName() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("sinks and schedulers only in streams", sinksOnlyInStreams());
        rules.put("thread pools only in streams", poolsOnlyInStreams());
        rules.put("threads are daemons", classes().should(Conditions.makeOnlyDaemons()));
        rules.put("blocking only in Main and the CLI", blockingOnlyAtTheEdge());
        rules.put("time comes by constructor", timeByConstructor());
        rules.put("processes only in drivers", processesOnlyInDrivers());
        rules.put("Micrometer only in meters", micrometerOnlyInMeters());
        rules.put("no static mutable state", noStaticMutableState());
        rules.put("no package cycles", noPackageCycles());
        rules.put("at most 15 types in a package", smallPackages());
        rules.put("publishers say what they emit", publisherNames());
        rules.put("shutdown hooks only in Main", hooksOnlyInMain());
        rules.put("every package is null-marked", nullMarkedPackages());
        return rules;
    }

    private static ArchRule sinksOnlyInStreams() {
        return classes()
                .that()
                .resideOutsideOfPackage("io.outrider.streams..")
                .should(Conditions.notDependOn("reactor.core.publisher.Sinks", "reactor.core.scheduler.Schedulers"));
    }

    private static ArchRule poolsOnlyInStreams() {
        return classes()
                .that()
                .resideOutsideOfPackage("io.outrider.streams..")
                .should(Conditions.notDependOn(
                        "java.util.concurrent.Executors",
                        "java.util.concurrent.ThreadPoolExecutor",
                        "java.util.concurrent.ScheduledThreadPoolExecutor",
                        "java.util.concurrent.ForkJoinPool",
                        "java.util.Timer"));
    }

    private static ArchRule blockingOnlyAtTheEdge() {
        return classes()
                .that(areNotMain())
                .and()
                .resideOutsideOfPackage("..cli..")
                .should(Conditions.notCall(
                        "wait for a publisher",
                        target ->
                                target.getOwner().isAssignableTo(Publisher.class) && WAITS.contains(target.getName())));
    }

    private static ArchRule timeByConstructor() {
        return classes().should(Conditions.notCall("ask the system for the time or sleep", HouseRules::isSystemTime));
    }

    /**
     * Not {@code nanoTime}: waits for the kernel are measured against the kernel's own clock, which no test can turn.
     */
    private static boolean isSystemTime(CodeUnitAccessTarget target) {
        JavaClass owner = target.getOwner();
        return owner.isEquivalentTo(Instant.class)
                        && isNamed(target, "now")
                        && target.getRawParameterTypes().isEmpty()
                || owner.isEquivalentTo(System.class) && isNamed(target, "currentTimeMillis")
                || owner.isEquivalentTo(Thread.class) && isNamed(target, "sleep");
    }

    private static ArchRule processesOnlyInDrivers() {
        return classes()
                .that()
                .resideOutsideOfPackage("io.outrider.drivers..")
                .should(Conditions.notCall(
                        "start processes",
                        target -> target.getOwner().isEquivalentTo(ProcessBuilder.class)
                                || target.getOwner().isEquivalentTo(Runtime.class) && isNamed(target, "exec")));
    }

    private static ArchRule micrometerOnlyInMeters() {
        return classes()
                .that()
                .resideOutsideOfPackage("io.outrider.metrics.meters..")
                .should(Conditions.notDependOnPackage("io.micrometer."));
    }

    private static ArchRule noStaticMutableState() {
        return fields().that().areStatic().should(Conditions.beConstant());
    }

    private static ArchRule noPackageCycles() {
        return slices().assignedFrom(Conditions.packages()).should().beFreeOfCycles();
    }

    private static ArchRule smallPackages() {
        return all(Conditions.eachPackage()).should(Conditions.haveAtMostTopLevelTypes(15));
    }

    private static ArchRule publisherNames() {
        return methods()
                .that(describe("return a publisher", method -> method.getRawReturnType()
                        .isAssignableTo(Publisher.class)))
                .should(Conditions.notBeNamed("get[A-Z].*|.*(Flux|Mono|Async)"));
    }

    private static ArchRule hooksOnlyInMain() {
        return classes()
                .that(areNotMain())
                .should(Conditions.notCall("install shutdown hooks", target -> isNamed(target, "addShutdownHook")));
    }

    private static ArchRule nullMarkedPackages() {
        return all(Conditions.eachPackage()).should(Conditions.beNullMarked());
    }

    private static boolean isNamed(CodeUnitAccessTarget target, String name) {
        return target.getName().equals(name);
    }

    /** A program's entry: {@code Main}, or the {@code Main} of a process of its own, such as {@code DrainMain}. */
    private static DescribedPredicate<JavaClass> areNotMain() {
        return describe(
                "are not a Main", type -> !outermost(type).getSimpleName().endsWith("Main"));
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}
