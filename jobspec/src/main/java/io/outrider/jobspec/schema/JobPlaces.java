package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import java.util.ArrayList;
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
     * spells out: a dynamic block makes things that stand nowhere.
     *
     * @param path types and labels of blocks from the job down, then maybe an argument: {@code group g task t driver}
     */
    public Optional<Range> of(List<String> path) {
        if (job == null) {
            return Optional.empty();
        }
        Optional<Range> found = in(job.body(), path);
        // A task that stands in the job itself is a group of its own name.
        return found.isEmpty() && path.size() > 2 && path.get(0).equals(GROUP)
                ? in(job.body(), path.subList(2, path.size()))
                : found;
    }

    private static Optional<Range> in(Body body, List<String> path) {
        Attribute attribute = path.size() == 1 ? body.attributes().get(path.get(0)) : null;
        if (attribute != null) {
            return Optional.of(attribute.nameRange());
        }
        return path.isEmpty()
                ? Optional.empty()
                : body.blocks().stream()
                        .filter(block -> names(block, path))
                        .map(block -> in(block, path))
                        .findFirst();
    }

    private static Range in(Block block, List<String> path) {
        int own = Math.min(path.size(), 1 + block.labels().size());
        return in(block.body(), path.subList(own, path.size())).orElseGet(block::header);
    }

    /** A path that ends at the type means the first block of it. */
    private static boolean names(Block block, List<String> path) {
        List<String> names = new ArrayList<>();
        names.add(block.type());
        block.labels().forEach(label -> names.add(label.text()));
        int length = Math.min(names.size(), path.size());
        return names.subList(0, length).equals(path.subList(0, length));
    }
}
