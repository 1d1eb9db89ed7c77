package io.outrider.agent.local;

import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogStore;
import io.outrider.runners.alloc.NodeRunners;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.node.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The parts of an agent that others may ask. */
public record RunningNode(Node node, NodeRunners runners, AllocDirs dirs, LogStore logs) implements LocalNode {

    @Override
    public List<Alloc> allocs() {
        return runners.allocs();
    }

    @Override
    public Optional<Alloc> alloc(String id) {
        return runners.alloc(id);
    }

    @Override
    public Mono<Void> restartTask(String alloc, String task) {
        return runners.restartTask(alloc, task);
    }

    @Override
    public Mono<Void> restart(String alloc, boolean all) {
        return runners.restart(alloc, all);
    }

    @Override
    public Mono<Void> signal(String alloc, String task, String signal) {
        return runners.signal(alloc, task, signal);
    }

    @Override
    public Flux<TaskUsage> usage(String alloc, String task, Duration interval) {
        return runners.usage(alloc, task, interval);
    }

    @Override
    public Mono<Void> collect(String alloc) {
        return runners.collect(alloc);
    }

    @Override
    public Path directory(String alloc) {
        return dirs.of(alloc).root();
    }

    @Override
    public LogFolders logFolders(String alloc) {
        return dirs.of(alloc).logs();
    }
}
