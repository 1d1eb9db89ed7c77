package io.outrider.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * For each house rule a source that breaks it, and for some the nearest thing that keeps it. {@code PLANTED} stands for
 * a package of its own.
 */
final class PlantedSources {

    private static final String HEAD = "package io.outrider.runners.PLANTED;\n";
    private static final String NULL_MARKED =
            "@org.jspecify.annotations.NullMarked\npackage io.outrider.runners.PLANTED;\n";

    private PlantedSources() {}

    static Map<String, List<String>> violating() {
        Map<String, List<String>> sources = new LinkedHashMap<>();
        sources.put("sinks and schedulers only in streams", List.of(sinks(HEAD)));
        sources.put(
                "thread pools only in streams",
                List.of(HEAD + "class A { Object pool = java.util.concurrent.Executors.newCachedThreadPool(); }"));
        sources.put("threads are daemons", List.of(HEAD + "class A { Thread t = new Thread(() -> {}); }"));
        sources.put("blocking only in Main and the CLI", List.of(blocking(HEAD, "A")));
        sources.put("time comes by constructor", List.of(HEAD + """
                class A {
                    java.util.function.Supplier<java.time.Instant> now = java.time.Instant::now;
                    java.util.function.LongSupplier later = () -> System.currentTimeMillis();
                }
                """));
        sources.put("processes only in drivers", List.of(process(HEAD)));
        sources.put("Micrometer only in meters", List.of("""
                package io.micrometer.PLANTED;
                public interface Meter {}
                """, HEAD + "class A { io.micrometer.PLANTED.Meter meter; }"));
        sources.put("no static mutable state", List.of(HEAD + """
                class A {
                    static int counter;
                    static final java.util.Map<String, String> CACHE = new java.util.HashMap<>();
                    static final java.util.concurrent.atomic.AtomicInteger N = null;
                }
                """));
        sources.put("no package cycles", cycle());
        sources.put("at most 15 types in a package", types(16));
        sources.put("publishers say what they emit", List.of(publishers("getState", "exitsFlux")));
        sources.put(
                "shutdown hooks only in Main",
                List.of(HEAD + "class A { void f(Thread t) { Runtime.getRuntime().addShutdownHook(t); } }"));
        sources.put("every package is null-marked", types(1));
        return sources;
    }

    static Map<String, List<String>> keeping() {
        Map<String, List<String>> sources = new LinkedHashMap<>();
        sources.put("sinks and schedulers only in streams", List.of(sinks("package io.outrider.streams.PLANTED;\n")));
        sources.put(
                "blocking only in Main and the CLI",
                List.of(blocking(HEAD, "Main"), blocking("package io.outrider.agent.cli.PLANTED;\n", "A")));
        sources.put(
                "time comes by constructor",
                List.of(HEAD + "class A { Object f(java.time.Clock c) { return java.time.Instant.now(c); } }"));
        sources.put(
                "threads are daemons",
                List.of(HEAD + "class A { void f() { Thread t = new Thread(() -> {}); t.setDaemon(true); } }"));
        sources.put("processes only in drivers", List.of(process("package io.outrider.drivers.PLANTED;\n")));
        sources.put("no static mutable state", List.of(HEAD + """
                class A {
                    static final java.util.Map<String, String> NAMES = java.util.Map.of();
                    enum Kind { ONE }
                    int f(Kind kind) { switch (kind) { case ONE: return 1; default: assert true; return 2; } }
                }
                """));
        sources.put("at most 15 types in a package", types(15));
        sources.put("publishers say what they emit", List.of(publishers("states", "exits")));
        List<String> marked = new ArrayList<>(types(1));
        marked.add(NULL_MARKED);
        sources.put("every package is null-marked", marked);
        return sources;
    }

    private static String sinks(String head) {
        return head + """
                class A {
                    Object sink = reactor.core.publisher.Sinks.one();
                    java.util.function.Supplier<Object> s = reactor.core.scheduler.Schedulers::parallel;
                }
                """;
    }

    private static String blocking(String head, String name) {
        return head + "class " + name + " { Object f(reactor.core.publisher.Mono<String> m) { return m.block(); } }";
    }

    private static String process(String head) {
        return head + "class A { Object f() throws Exception { return new ProcessBuilder(\"sh\").start(); } }";
    }

    private static String publishers(String first, String second) {
        return HEAD + "interface A { reactor.core.publisher.Mono<String> " + first
                + "(); reactor.core.publisher.Flux<String> " + second + "(); }";
    }

    private static List<String> cycle() {
        return List.of(
                "package io.outrider.PLANTED.one;\npublic class A { io.outrider.PLANTED.two.B b; }",
                "package io.outrider.PLANTED.two;\npublic class B { io.outrider.PLANTED.one.A a; }");
    }

    private static List<String> types(int count) {
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sources.add(HEAD + "class T" + i + " { static class Nested {} }");
        }
        return sources;
    }
}
