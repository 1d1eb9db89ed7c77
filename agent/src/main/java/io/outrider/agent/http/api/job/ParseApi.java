package io.outrider.agent.http.api.job;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobWarnings;
import io.outrider.jobspec.validate.fault.FaultText;
import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.jobspec.variable.Variables;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reads and checks jobs for clients. No text reads files of this machine. */
public final class ParseApi {

    private final JobParser parser = new JobParser(FileAccess.none());
    private final Scheduler work;

    /** @param work for texts that take a while */
    public ParseApi(Scheduler work) {
        this.work = work;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/jobs/parse", Handler.write(this::parse)).at("/v1/validate/job", Handler.write(this::validate));
    }

    private Mono<Answer> parse(Request request) {
        return Mono.fromCallable(() -> parsed(Body.required(request, 400))).subscribeOn(work);
    }

    private Answer parsed(Body body) {
        String text = body.text("JobHCL");
        if (text.isEmpty()) {
            throw new HttpError(400, "Job spec is empty");
        }
        if (body.truth("hclv1")) {
            throw new HttpError(400, "HCL1 is not read by Outrider: write the job in HCL2");
        }
        ParseResult result = parser.parse(Source.of("input.hcl", text), variables(body.text("Variables")));
        if (result instanceof ParseResult.Parsed parsed) {
            Job job = body.truth("Canonicalize") ? Canonical.of(parsed.job()) : parsed.job();
            return Answer.bytes(Json.jobFile().writeValueAsBytes(job), "application/json");
        }
        String faults = result.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(ParseApi::line)
                .collect(Collectors.joining("\n"));
        throw new HttpError(400, "Failed to parse job: " + faults);
    }

    private static Variables variables(String text) {
        List<Source> files = text.isEmpty() ? List.of() : List.of(Source.of("input.hcl", text));
        return new Variables(Map.of(), files, List.of(), false);
    }

    private static String line(Diagnostic diagnostic) {
        String place = diagnostic.range() == null ? "<nil>" : diagnostic.range().toString();
        return place + ": " + diagnostic.summary() + "; " + diagnostic.detail();
    }

    private Mono<Answer> validate(Request request) {
        return Mono.fromCallable(() -> validated(Jobs.required(Body.required(request, 400))))
                .subscribeOn(work);
    }

    private static Answer validated(Job job) {
        List<JobFault> faults = JobCheck.check(job);
        return Answer.json(JsonMap.of(
                "DriverConfigValidated",
                true,
                "Error",
                FaultText.of(faults),
                "ValidationErrors",
                faults.isEmpty() ? null : FaultText.entries(faults),
                "Warnings",
                Jobs.warnings(JobWarnings.of(job))));
    }
}
