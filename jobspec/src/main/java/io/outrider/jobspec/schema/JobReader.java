package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.eval.BoundBlock;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.Context;
import io.outrider.jobspec.hcl.eval.Context.UnknownNames;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.eval.Function;
import io.outrider.jobspec.hcl.eval.Scope;
import io.outrider.jobspec.hcl.json.HclJson;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.jobspec.variable.Locals;
import io.outrider.jobspec.variable.Unused;
import io.outrider.jobspec.variable.VariableValues;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a whole job file: variables, locals, then the job. Of one thread and one file. */
public final class JobReader {
    private final Map<String, Function> functions;
    private final Diagnostics diagnostics;
    private final Limits limits;
    private final Budget budget;

    public JobReader(Map<String, Function> functions, Limits limits, Diagnostics diagnostics) {
        this.functions = functions;
        this.limits = limits;
        this.diagnostics = diagnostics;
        this.budget = new Budget(limits);
    }

    /**
     * A job that was read.
     *
     * @param job without defaults
     * @param places where its things stand
     */
    public record Read(Job job, JobPlaces places) {}

    /**
     * The job; with errors in the diagnostics it is not to be used. Wrong variables and locals do not end the reading,
     * but what uses them is not reported for it.
     */
    public Optional<Read> read(Source source, Variables given) {
        Body file = HclJson.isJson(source)
                ? HclJson.file(source, limits, diagnostics).shaped(TopLevel.shape())
                : Hcl.file(source, limits, diagnostics);
        if (diagnostics.hasErrors()) {
            return Optional.empty();
        }
        Optional<Block> job = new TopLevel(diagnostics).job(file);
        if (diagnostics.hasErrors()) {
            return Optional.empty();
        }
        Unused.warn(file, diagnostics);
        Evaluator constants = evaluator(Map.of(), UnknownNames.REFUSE);
        Evaluator conditions = evaluator(functions, UnknownNames.REFUSE);
        Map<String, Value> variables = new VariableValues(constants, conditions).read(file.blocks(), given);
        Evaluator jobs = evaluator(functions, UnknownNames.KEEP).with(Map.of("var", Value.object(variables)));
        Map<String, Value> locals = Locals.read(file.blocks(), jobs);
        return job.map(block ->
                new Read(decode(block, jobs.with(Map.of("local", Value.object(locals)))), JobPlaces.of(block)));
    }

    private Evaluator evaluator(Map<String, Function> known, UnknownNames unknown) {
        return new Evaluator(new Context(known, unknown, diagnostics, budget), Scope.of(Map.of()));
    }

    private Job decode(Block block, Evaluator evaluator) {
        Map<String, @Nullable Object> json = new Decoder(diagnostics)
                .body(
                        new BoundBlock(block.type(), block.labels(), block.body(), block.heading(), evaluator),
                        JobTables.job());
        String label = block.labels().get(0).text();
        json.putIfAbsent("ID", label);
        json.putIfAbsent("Name", label);
        return Json.read(json, Job.class);
    }

    /** What a file may hold at its top. */
    private record TopLevel(Diagnostics diagnostics) {
        private static final Map<String, List<String>> LABELS = Map.of(
                "job", List.of("name"), "variable", List.of("name"), "variables", List.of(), "locals", List.of());

        static Body.Shape shape() {
            Map<String, Integer> counts = new HashMap<>();
            LABELS.forEach((type, labels) -> counts.put(type, labels.size()));
            return Body.Shape.of(Set.of(), counts);
        }

        Optional<Block> job(Body file) {
            Spec table = new Spec();
            LABELS.forEach((type, labels) -> table.block(type, labels, (d, blocks, json) -> {}, null));
            Decoder decoder = new Decoder(diagnostics);
            decoder.refuseArguments(file, table);
            Map<String, Block> first = new HashMap<>();
            for (Block block : file.blocks()) {
                boolean known = decoder.accepts(block, table);
                Block before = known && block.type().equals("job") ? first.putIfAbsent("job", block) : null;
                if (before != null) {
                    diagnostics.error(
                            "Duplicate job block",
                            "Only one block of type \"job\" is allowed. Previous definition was at " + before.header()
                                    + ".",
                            block.header());
                }
                if (known && LABELS.getOrDefault(block.type(), List.of()).isEmpty()) {
                    decoder.refuseBlocks(block.body().named());
                }
            }
            if (!first.containsKey("job") && !diagnostics.hasErrors()) {
                diagnostics.error(
                        "Missing job block",
                        "A job block is required",
                        file.range().atEnd());
            }
            return Optional.ofNullable(first.get("job"));
        }
    }
}
