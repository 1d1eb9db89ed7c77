package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.ParseResult.Parsed;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.job.Canonical;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What reading job files costs: all recorded ones in one JVM, and one of them from the command line. */
final class JobFileFigures {

    private static final Path ROOT = Path.of(System.getProperty("outrider.root"));
    private static final Path JOBS = ROOT.resolve("../shared/corpus/jobs").normalize();
    private static final int ROUNDS = 9;
    private static final double MEGA = 1024.0 * 1024.0;

    private final Path dir;

    JobFileFigures(Path dir) {
        this.dir = dir;
    }

    void measure(Table table) throws IOException {
        if (!Files.isDirectory(JOBS)) {
            table.note("job files: not measured, there are no recorded ones in " + JOBS);
            return;
        }
        List<Source> files = sources();
        long bytes = files.stream()
                .mapToLong(file -> file.text().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        table.note("job files: %d files, %.1f MB, read and filled with defaults".formatted(files.size(), bytes / MEGA));
        double cold = seconds(files);
        double[] warm = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            warm[i] = seconds(files);
        }
        double median = Figure.median(warm);
        table.add(Figure.of("job files, first round (files/s)", Figure.number(files.size() / cold)));
        table.add(Figure.atLeast("job files, later rounds, median (files/s)", 1_000, files.size() / median));
        table.add(Figure.of("job files, later rounds, median (MB/s)", Figure.number(bytes / MEGA / median)));
        fromTheCommandLine(table);
    }

    /** Files that need neither options nor an environment. */
    private static List<Source> sources() throws IOException {
        List<Source> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(JOBS)) {
            for (Path file : all.sorted().toList()) {
                String name = file.getFileName().toString();
                String bare = name.replaceFirst("(\\.nomad)?\\.(hcl|nomad)$", "");
                boolean alone = !bare.equals(name)
                        && Files.exists(JOBS.resolve(bare + ".parsed.json"))
                        && !Files.exists(JOBS.resolve(bare + ".args"))
                        && !Files.exists(JOBS.resolve(bare + ".env"));
                if (alone) {
                    files.add(Source.of(name, Files.readAllBytes(file)));
                }
            }
        }
        return files;
    }

    private static double seconds(List<Source> files) {
        JobParser parser = new JobParser(FileAccess.below(JOBS));
        int faults = 0;
        int read = 0;
        long start = System.nanoTime();
        for (Source file : files) {
            ParseResult result = parser.read(file, Variables.none());
            if (result instanceof Parsed parsed) {
                read++;
                faults += JobCheck.check(Canonical.of(parsed.job())).size();
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(read).as("files that were read").isGreaterThan(files.size() - 10);
        assertThat(faults).isPositive();
        return seconds;
    }

    private void fromTheCommandLine(Table table) throws IOException {
        Path job = Jobs.script(dir, "validated", 1, "exit 0");
        table.add(Figure.atMost("./outrider job validate FILE, median (s)", 0.7, validation(job, "")));
        // Later options win over the launcher's.
        Path jdks = Path.of(System.getProperty("java.home"), "lib/server/classes.jsa");
        if (Files.exists(jdks)) {
            String option = "OUTRIDER_JAVA_OPTS=-XX:SharedArchiveFile=" + jdks + " ";
            String figure = Figure.number(validation(job, option));
            table.add(Figure.of("the same with the JDK's class-data archive, not ours (s)", figure));
        }
    }

    private static double validation(Path job, String environment) throws IOException {
        double[] seconds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            Shell.run(environment + ROOT.resolve("outrider") + " job validate " + job + " > /dev/null");
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        return Figure.median(seconds);
    }
}
