package io.outrider.agent.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * {@code sun.misc.Signal} of the JDK's module jdk.unsupported, by reflection: the compiler warns of it in a way that
 * nothing turns off, and Java 17 has no other way to see a signal twice.
 */
public final class Signals {

    private final Class<?> signal;
    private final Class<?> handler;
    private final Method handle;

    /** Finds what the JDK has for it. */
    public Signals() {
        try {
            signal = Class.forName("sun.misc.Signal");
            handler = Class.forName("sun.misc.SignalHandler");
            handle = signal.getMethod("handle", signal, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java has no module jdk.unsupported: use a full JDK", e);
        }
    }

    /** Runs {@code action} at each {@code name} (without SIG) from now on; the result puts back what was before. */
    public Runnable on(String name, Runnable action) {
        Object ours = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                    return call(proxy, method, arguments, action);
                });
        Object before = set(name, ours);
        return () -> set(name, before);
    }

    private static @Nullable Object call(
            Object proxy, Method method, @Nullable Object @Nullable [] arguments, Runnable action) {
        return switch (method.getName()) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "signal handler";
        };
    }

    private Object set(String name, Object next) {
        try {
            return handle.invoke(null, signal.getConstructor(String.class).newInstance(name), next);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot handle SIG" + name, e);
        }
    }
}
