import com.hashicorp.nomad.apimodel.AllocFileInfo;
import com.hashicorp.nomad.apimodel.AllocationListStub;
import com.hashicorp.nomad.apimodel.Job;
import com.hashicorp.nomad.apimodel.JobListStub;
import com.hashicorp.nomad.apimodel.LogConfig;
import com.hashicorp.nomad.apimodel.Resources;
import com.hashicorp.nomad.apimodel.StreamFrame;
import com.hashicorp.nomad.apimodel.Task;
import com.hashicorp.nomad.apimodel.TaskGroup;
import com.hashicorp.nomad.javasdk.ClientApi;
import com.hashicorp.nomad.javasdk.FramedStream;
import com.hashicorp.nomad.javasdk.JobsApi;
import com.hashicorp.nomad.javasdk.NomadApiClient;
import com.hashicorp.nomad.javasdk.QueryOptions;
import com.hashicorp.nomad.javasdk.ServerQueryResponse;
import com.hashicorp.nomad.javasdk.WaitStrategy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Uses the Java SDK as people do. Arguments: address of the agent, script of the task. */
public final class SdkClient {

    private static final String JOB = "java-client";
    private static final WaitStrategy WAIT = WaitStrategy.waitForSeconds(60);

    public static void main(String[] args) throws Exception {
        try (NomadApiClient client = new NomadApiClient(args[0])) {
            JobsApi jobs = client.getJobsApi();
            String eval = jobs.register(job(args[1])).getValue();
            require(client.getEvaluationsApi().info(eval).getValue().getJobId().equals(JOB), "its evaluation");
            done("register");

            List<JobListStub> listed = jobs.list(JOB).getValue();
            require(listed.size() == 1 && listed.get(0).getId().equals(JOB), "one job: " + listed);
            done("list");

            AllocationListStub alloc = jobs.allocations(JOB, QueryOptions.pollRepeatedlyUntil(
                            answer -> answer.getValue().stream().anyMatch(SdkClient::runs), WAIT))
                    .getValue()
                    .get(0);
            require(jobs.info(JOB).getValue().getStatus().equals("running"), "a job that runs");
            require(jobs.summary(JOB).getValue().getSummary().get("g").getRunning() == 1, "one running in the summary");
            done("status");

            ClientApi node = client.lookupClientApiByNodeId(alloc.getNodeId());
            StringBuilder text = new StringBuilder();
            try (FramedStream frames = node.logsAsFrames(alloc.getId(), "t", true, "stdout")) {
                while (!text.toString().contains("line 3\n")) {
                    require(frames.hasNextFrame(), "another frame after " + text);
                    StreamFrame frame = frames.nextFrame();
                    if (frame.getData() != null) {
                        text.append(new String(frame.getData(), StandardCharsets.UTF_8));
                    }
                }
            }
            require(text.toString().startsWith("line 0\nline 1\nline 2\n"), "all lines: " + text);
            done("logs");

            List<AllocFileInfo> files = node.ls(alloc.getId(), "/t/local").getValue();
            require(files.stream().anyMatch(file -> file.getName().equals("note.txt")), "note.txt among " + files);
            require(node.stat(alloc.getId(), "/t/local/note.txt").getValue().getSize() == 7, "7 bytes");
            require(node.cat(alloc.getId(), "/t/local/note.txt").getValue().equals("a note\n"), "the note");
            require(node.readAt(alloc.getId(), "/t/local/note.txt", 2, 4).getValue().equals("note"), "4 bytes of it");
            done("files");

            ServerQueryResponse<Job> before = jobs.info(JOB);
            Thread stopping = new Thread(() -> {
                try (NomadApiClient other = new NomadApiClient(args[0])) {
                    other.getJobsApi().deregister(JOB);
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            stopping.start();
            QueryOptions<Job> newer = QueryOptions.newerThan(before);
            newer.setRepeatedPollPredicate(answer -> answer.getValue().getStop()).setWaitStrategy(WAIT);
            ServerQueryResponse<Job> after = jobs.info(JOB, newer);
            require(after.getIndex().compareTo(before.getIndex()) > 0, "a higher index");
            done("blocking");

            stopping.join();
            jobs.allocations(JOB, QueryOptions.pollRepeatedlyUntil(
                    answer -> answer.getValue().stream().allMatch(each -> "complete".equals(each.getClientStatus())),
                    WAIT));
            require(jobs.info(JOB).getValue().getStatus().equals("dead"), "a dead job");
            done("stop");
        }
    }

    private static Job job(String script) {
        Task task = new Task()
                .setName("t")
                .setDriver("raw_exec")
                .addConfig("command", "/bin/sh")
                .addConfig("args", List.of("-c", script))
                .setLogConfig(new LogConfig().setMaxFiles(2).setMaxFileSizeMb(1))
                .setResources(new Resources().setCpu(10).setMemoryMb(10));
        return new Job()
                .setId(JOB)
                .setName(JOB)
                .setType("service")
                .addDatacenters("*")
                .addTaskGroups(new TaskGroup().setName("g").setCount(1).addTasks(task));
    }

    private static boolean runs(AllocationListStub alloc) {
        return "running".equals(alloc.getClientStatus());
    }

    private static void done(String step) {
        System.out.println("ok " + step);
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("expected " + what);
        }
    }
}
