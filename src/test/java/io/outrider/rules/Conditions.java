package io.outrider.rules;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What the house rules are made of. Calls are seen in method references and lambdas too. */
final class Conditions {

    private static final List<String> MUTABLE_TYPES = List.of(
            "java.util.concurrent.atomic.",
            "java.util.concurrent.locks.",
            "java.util.concurrent.Concurrent",
            "java.util.concurrent.CopyOnWrite",
            "java.lang.ThreadLocal",
            "java.lang.StringBuilder",
            "java.util.Random",
            "reactor.core.Disposable",
            "reactor.core.publisher.Sinks",
            "reactor.core.scheduler.Scheduler");

    private static final List<String> COLLECTIONS =
            List.of("Map", "List", "Set", "Deque", "Queue", "Vector", "Hashtable", "Properties");

    private Conditions() {}

    static ArchCondition<JavaClass> notCall(String what, Predicate<CodeUnitAccessTarget> forbidden) {
        return condition("not " + what, (type, events) -> Stream.<JavaAccess<?>>concat(
                        type.getCodeUnitCallsFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream())
                .filter(access -> forbidden.test((CodeUnitAccessTarget) access.getTarget()))
                .forEach(access -> events.accept(access.getDescription())));
    }

    /** A class that makes threads has to say in the same place that they are daemons. */
    static ArchCondition<JavaClass> makeOnlyDaemons() {
        return condition("make only daemon threads", (type, events) -> {
            Stream<String> made = type.getConstructorCallsFromSelf().stream()
                    .filter(call -> call.getTarget().getOwner().isEquivalentTo(Thread.class))
                    .map(JavaAccess::getDescription);
            boolean saysDaemon = type.getMethodCallsFromSelf().stream()
                    .anyMatch(call -> call.getTarget().getName().equals("setDaemon"));
            if (!saysDaemon && !type.isAssignableTo(Thread.class)) {
                made.forEach(events);
            }
        });
    }

    static ArchCondition<JavaClass> notDependOn(String... names) {
        Set<String> forbidden = Set.of(names);
        return notDepend("not use " + forbidden, forbidden::contains);
    }

    static ArchCondition<JavaClass> notDependOnPackage(String prefix) {
        return notDepend("not use " + prefix, name -> name.startsWith(prefix));
    }

    private static ArchCondition<JavaClass> notDepend(String text, Predicate<String> forbidden) {
        return condition(text, (type, events) -> {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String outermost = dependency.getTargetClass().getName().replaceFirst("\\$.*", "");
                if (forbidden.test(outermost)) {
                    events.accept(dependency.getDescription());
                }
            }
        });
    }

    /** Final, and of no type that holds state: not even a collection that somebody could still fill. */
    static ArchCondition<JavaField> beConstant() {
        return condition("be constant", (field, events) -> {
            String type = field.getRawType().getName();
            boolean isMadeByJavac = field.getName().contains("$");
            boolean holdsState = MUTABLE_TYPES.stream().anyMatch(type::startsWith)
                    || type.startsWith("java.util.") && !isInterface(field) && isCollection(type);
            if (!isMadeByJavac && (!field.getModifiers().contains(JavaModifier.FINAL) || holdsState)) {
                events.accept(field.getFullName() + " is static and can change");
            }
            if (!isMadeByJavac && isFilledByHand(field)) {
                events.accept(field.getFullName() + " is static and a collection that can change");
            }
        });
    }

    private static boolean isInterface(JavaField field) {
        return field.getRawType().isInterface();
    }

    private static boolean isCollection(String type) {
        return COLLECTIONS.stream().anyMatch(type::endsWith);
    }

    /** A static field of an interface type in a class whose initialiser makes a collection itself. */
    private static boolean isFilledByHand(JavaField field) {
        String type = field.getRawType().getName();
        return type.startsWith("java.util.")
                && isCollection(type)
                && field.getOwner().getStaticInitializer().stream().anyMatch(Conditions::makesCollections);
    }

    private static boolean makesCollections(JavaCodeUnit initializer) {
        return initializer.getConstructorCallsFromSelf().stream()
                .map(call -> call.getTarget().getOwner().getName())
                .anyMatch(owner -> owner.startsWith("java.util.") && isCollection(owner));
    }

    static ArchCondition<JavaMethod> notBeNamed(String pattern) {
        return condition("not be named " + pattern, (method, events) -> {
            if (method.getName().matches(pattern)) {
                events.accept(method.getFullName() + " does not say what it emits");
            }
        });
    }

    static ArchCondition<JavaPackage> haveAtMostTopLevelTypes(int limit) {
        return condition("have at most " + limit + " top-level types", (pack, events) -> {
            List<String> types =
                    topLevelTypes(pack).map(JavaClass::getSimpleName).sorted().toList();
            if (types.size() > limit) {
                events.accept(pack.getName() + " has " + types.size() + " top-level types: " + types);
            }
        });
    }

    static ArchCondition<JavaPackage> beNullMarked() {
        return condition("be @NullMarked", (pack, events) -> {
            if (topLevelTypes(pack).findAny().isPresent() && !pack.isAnnotatedWith(NullMarked.class)) {
                events.accept(pack.getName() + " has no package-info.java with @NullMarked");
            }
        });
    }

    private static Stream<JavaClass> topLevelTypes(JavaPackage pack) {
        return pack.getClasses().stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.isArray() && !type.getSimpleName().equals("package-info"));
    }

    static AbstractClassesTransformer<JavaPackage> eachPackage() {
        return new AbstractClassesTransformer<>("packages") {
            @Override
            public Iterable<JavaPackage> doTransform(JavaClasses classes) {
                Set<JavaPackage> packages = new LinkedHashSet<>();
                classes.forEach(type -> packages.add(type.getPackage()));
                return packages;
            }
        };
    }

    static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().startsWith("io.outrider")
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }

    private static <T> ArchCondition<T> condition(String text, Check<T> check) {
        return new ArchCondition<>(text) {
            @Override
            public void check(T item, ConditionEvents events) {
                check.find(item, message -> events.add(SimpleConditionEvent.violated(item, message)));
            }
        };
    }

    private interface Check<T> {
        void find(T item, Consumer<String> violations);
    }
}
