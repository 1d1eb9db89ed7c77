package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the things of a job stand in its file, for faults that are found after it was read. Immutable. */
public final class JobPlaces {

    private static final String GROUP = "group";

    private final @Nullable Block job;

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
    public Optional<Range> of(List<String> path) {
        if (job == null) {
            return Optional.empty();
        }
        Within within = new Within(job.body(), JobTables.job());
        Optional<Range> found = within.find(path);
        // A task that stands in the job itself is a group of its own name.
        return found.isEmpty() && path.size() > 2 && Step.of(path.get(0)).type().equals(GROUP)
                ? within.find(path.subList(2, path.size()))
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

    /** A body and the table that it is read with; without one all names in it are free. */
    private record Within(Body body, @Nullable Spec spec) {
        Within {
            body = spec == null ? body.named() : body.shaped(spec.shape());
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
            List<Block> named = body.blocks().stream()
                    .filter(block -> names(block, step.type(), path))
                    .toList();
            List<Block> makers = body.blocks().stream()
                    .filter(block -> isLabelled(block, "dynamic", step.type()))
                    .toList();
            boolean labelled = spec != null && spec.labelCounts().getOrDefault(step.type(), 0) > 0;
            if (!makers.isEmpty() && !labelled) {
                return unlabelled(named, makers, step, path);
            }
            return named.isEmpty()
                    ? Optional.empty()
                    : Optional.of(inside(named.get(Math.min(step.index(), named.size() - 1)), path));
        }

        /** One of several that dynamic blocks may have made: nowhere if it is not sure which of them did. */
        private Optional<Range> unlabelled(List<Block> named, List<Block> makers, Step step, List<String> path) {
            Block maker = makers.get(0);
            int first = maker.typeRange().start();
            long before = named.stream()
                    .filter(block -> block.typeRange().start() < first)
                    .count();
            if (step.index() < before) {
                return Optional.of(inside(named.get(step.index()), path));
            }
            boolean sure = makers.size() == 1 && before == named.size();
            return sure
                    ? new Within(maker.body(), null)
                            .content()
                            .flatMap(content -> new Within(content.body(), content(step.type())).find(rest(path, 1)))
                            .or(() -> Optional.of(maker.header()))
                    : Optional.empty();
        }

        private Optional<Block> content() {
            return body.blocks().stream()
                    .filter(block -> block.type().equals("content"))
                    .findFirst();
        }

        private Range inside(Block block, List<String> path) {
            return new Within(block.body(), content(block.type()))
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

        private static boolean isLabelled(Block block, String type, String label) {
            return block.type().equals(type)
                    && !block.labels().isEmpty()
                    && block.labels().get(0).text().equals(label);
        }

        /** A path that ends at the type means the first block of it. */
        private static boolean names(Block block, String type, List<String> path) {
            if (!block.type().equals(type)) {
                return false;
            }
            for (int i = 0; i < block.labels().size() && i + 1 < path.size(); i++) {
                if (!block.labels().get(i).text().equals(path.get(i + 1))) {
                    return false;
                }
            }
            return true;
        }
    }
}
