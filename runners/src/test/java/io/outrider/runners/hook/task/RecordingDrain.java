package io.outrider.runners.hook.task;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/** Collects nothing and remembers what it was asked for. */
final class RecordingDrain implements LogDrain {

    private final List<String> calls = new ArrayList<>();
    private final List<LogSource> sources = new ArrayList<>();
    private boolean failing;

    List<String> calls() {
        return calls;
    }

    List<LogSource> sources() {
        return sources;
    }

    void fail() {
        failing = true;
    }

    @Override
    public Mono<LogFifos> attach(LogSource source) {
        return Mono.fromCallable(() -> {
            calls.add("attach");
            sources.add(source);
            if (failing) {
                throw new IllegalStateException("no drain");
            }
            return new LogFifos(
                    source.folders().own().resolve("out"),
                    source.folders().own().resolve("err"));
        });
    }

    private Mono<Void> call(String name, LogSource source) {
        return Mono.fromRunnable(() -> {
            calls.add(name);
            sources.add(source);
        });
    }

    @Override
    public Mono<Void> mark(LogSource source) {
        return call("mark", source);
    }

    @Override
    public Mono<Void> settle(LogSource source) {
        return call("settle", source);
    }

    @Override
    public Mono<Void> detach(LogSource source) {
        return call("detach", source);
    }

    @Override
    public Mono<Void> close() {
        return Mono.fromRunnable(() -> calls.add("close"));
    }
}
