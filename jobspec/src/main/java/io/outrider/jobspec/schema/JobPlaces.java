package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the things of a job stand in its file, for faults that are found after it was read. Thread-safe. */
public final class JobPlaces {

    private static final String GROUP = "group";

    private final @Nullable Block job;
    private @Nullable Within all;

    private JobPlaces(@Nullable Block job) {
        this.job = job;
    }

    /** Of a job that comes from no file with places. */
    public static JobPlaces none() {
        return new JobPlaces(null);
    }

    static JobPlaces of(Block job) {
        return new JobPlaces(job);
    }

    /**
     * The place of the block or argument at the end of {@code path}, or of the nearest thing around it that the file
     * spells out: what a dynamic block makes stands nowhere but in it.
     *
     * @param path types and labels of blocks from the job down, then maybe an argument: {@code group g task t driver};
     *     a type with a number, from 0, means that one of several: {@code group g constraint[1] value}
     */
    public synchronized Optional<Range> of(List<String> path) {
        if (job == null) {
            return Optional.empty();
        }
        if (all == null) {
            all = new Within(job.body(), JobTables.job());
        }
        Optional<Range> found = all.find(path);
        // A task that stands in the job itself is a group of its own name.
        return found.isEmpty() && path.size() > 2 && Step.of(path.get(0)).type().equals(GROUP)
                ? all.find(path.subList(2, path.size()))
                : found;
    }

    /** The first part of a path. */
    private record Step(String type, int index) {
        static Step of(String text) {
            int open = text.indexOf('[');
            return open < 0
                    ? new Step(text, 0)
                    : new Step(text.substring(0, open), Integer.parseInt(text.substring(open + 1, text.length() - 1)));
        }
    }

    /**
     * A body and the table that it is read with; without one all names in it are free. Blocks are looked up by type and
     * labels: a large job may have as many faults as blocks.
     */
    private static final class Within {
        private final Body body;
        private final @Nullable Spec spec;
        private final Map<List<String>, List<Block>> blocks = new HashMap<>();
        private final Map<Block, Within> inner = new IdentityHashMap<>();

        Within(Body written, @Nullable Spec spec) {
            this.body = spec == null ? written.named() : written.shaped(spec.shape());
            this.spec = spec;
            for (Block block : body.blocks()) {
                List<String> name = new ArrayList<>(List.of(block.type()));
                add(name, block);
                for (Label label : block.labels()) {
                    name.add(label.text());
                    add(name, block);
                }
            }
        }

        private void add(List<String> name, Block block) {
            blocks.computeIfAbsent(List.copyOf(name), n -> new ArrayList<>()).add(block);
        }

        private List<Block> named(List<String> name) {
            return blocks.getOrDefault(name, List.of());
        }

        Optional<Range> find(List<String> path) {
            if (path.isEmpty()) {
                return Optional.empty();
            }
            Attribute attribute = path.size() == 1 ? body.attributes().get(path.get(0)) : null;
            return attribute != null ? Optional.of(attribute.nameRange()) : block(path);
        }

        private Optional<Range> block(List<String> path) {
            Step step = Step.of(path.get(0));
            int labels = spec == null ? 0 : spec.labelCounts().getOrDefault(step.type(), 0);
            List<String> name = new ArrayList<>(List.of(step.type()));
            name.addAll(path.subList(1, Math.min(path.size(), 1 + labels)));
            List<Block> found = named(name);
            List<Block> makers = labels == 0 ? named(List.of("dynamic", step.type())) : List.of();
            if (!makers.isEmpty()) {
                return unlabelled(found, makers, step, path);
            }
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(inside(found.get(Math.min(step.index(), found.size() - 1)), path));
        }

        /** One of several that dynamic blocks may have made: nowhere if it is not sure which of them did. */
        private Optional<Range> unlabelled(List<Block> named, List<Block> makers, Step step, List<String> path) {
            Block maker = makers.get(0);
            int first = maker.typeRange().start();
            boolean before = step.index() < named.size()
                    && named.get(step.index()).typeRange().start() < first;
            if (before) {
                return Optional.of(inside(named.get(step.index()), path));
            }
            boolean last =
                    named.isEmpty() || named.get(named.size() - 1).typeRange().start() < first;
            if (makers.size() > 1 || !last) {
                return Optional.empty();
            }
            return inner(maker, null).named(List.of("content")).stream()
                    .findFirst()
                    .flatMap(content -> inner(content, content(step.type())).find(rest(path, 1)))
                    .or(() -> Optional.of(maker.header()));
        }

        private Within inner(Block block, @Nullable Spec content) {
            return inner.computeIfAbsent(block, b -> new Within(b.body(), content));
        }

        private Range inside(Block block, List<String> path) {
            return inner(block, content(block.type()))
                    .find(rest(path, 1 + block.labels().size()))
                    .orElseGet(block::header);
        }

        private static List<String> rest(List<String> path, int read) {
            return path.subList(Math.min(path.size(), read), path.size());
        }

        private @Nullable Spec content(String type) {
            Spec.Nested nested = spec == null ? null : spec.blocks().get(type);
            return nested == null ? null : nested.rule().content().orElse(null);
        }
    }
}
