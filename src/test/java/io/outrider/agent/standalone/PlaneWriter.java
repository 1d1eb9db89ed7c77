package io.outrider.agent.standalone;

import io.outrider.agent.NodeAgent;
import io.outrider.agent.NodeAgentConfig;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** A program that registers job after job and says which ones were answered, until it is killed. */
final class PlaneWriter {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PlaneWriter() {}

    /** Arguments: data directory, file that runs are written to, number of the first job. */
    @SuppressWarnings("checkstyle:RegexpSinglelineJava")
    public static void main(String[] args) {
        NodeAgent agent = NodeAgent.create(
                NodeAgentConfig.builder(Path.of(args[0])).controlPlane(true).build());
        agent.start().block(PATIENCE);
        for (int number = Integer.parseInt(args[2]); ; number++) {
            Job job = job("j" + number, args[1]);
            Registered answer = Objects.requireNonNull(
                    agent.controlPlane().register(JobRegistration.of(job)).block(PATIENCE));
            System.out.println("answered j" + number + " " + answer.jobModifyIndex());
        }
    }

    private static Job job(String id, String runs) {
        return Json.read(
                "{\"ID\": \"" + id + "\", \"Name\": \"" + id + "\", \"Type\": \"batch\", \"TaskGroups\": [{\"Name\":"
                        + " \"g\", \"Tasks\": [{\"Name\": \"t\", \"Driver\": \"raw_exec\", \"Config\": {\"command\":"
                        + " \"/bin/sh\", \"args\": [\"-c\", \"echo " + id + " >> " + runs + "\"]}, \"Resources\":"
                        + " {\"CPU\": 1, \"MemoryMB\": 10}}]}]}",
                Job.class);
    }
}
