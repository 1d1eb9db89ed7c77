package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.run.UserException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Prints what a task has written. */
@Command(
        name = "logs",
        description = {
            "Print what a task has written.",
            "",
            "The output, or the error output with -stderr. With -f both, each where it belongs, unless -stdout or"
                    + " -stderr says which.",
            ""
        })
public final class AllocLogsCommand extends ApiCommand {

    private static final String OUT = "stdout";
    private static final String ERR = "stderr";

    @Mixin
    private AllocArguments which = new AllocArguments();

    @Mixin
    private TailOptions end = new TailOptions();

    @Option(
            names = {"-stdout", "--stdout"},
            description = "Only the output.")
    private boolean out;

    @Option(
            names = {"-stderr", "--stderr"},
            description = "Only the error output.")
    private boolean err;

    @Option(
            names = {"-task", "--task"},
            paramLabel = "TASK",
            description = "The task, as well as by TASK.")
    private @Nullable String task;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TASK",
            description = "The task; needed where the alloc has several.")
    private @Nullable String named;

    @Override
    protected void run() {
        if (out && err) {
            throw wrong("-stdout and -stderr exclude each other: without both, -f shows both");
        }
        JsonNode alloc = which.find(api(), look(), times());
        Log log = new Log(
                "/v1/client/fs/logs/" + Fields.text(alloc, "ID"),
                AllocArguments.task(alloc, task == null ? named : task));
        if (!end.isFollowing()) {
            terminal().out().writeBytes(whole(log, err ? ERR : OUT));
            terminal().out().flush();
            return;
        }
        if (out || err) {
            follow(log, err ? ERR : OUT, terminal().out());
        } else {
            both(log);
        }
    }

    /** The log of one task. */
    private record Log(String path, String task) {

        ApiQuery query(String stream, boolean follow) {
            return ApiQuery.of("task", task).and("type", stream).and("follow", follow);
        }
    }

    /** The error output has a thread of its own, which ends with the command. */
    private void both(Log log) {
        Thread errors = new Thread(() -> quietly(log), "agent-cli-stderr");
        errors.setDaemon(true);
        errors.start();
        follow(log, OUT, terminal().out());
    }

    private void quietly(Log log) {
        try {
            follow(log, ERR, terminal().err());
        } catch (ApiException | UserException e) {
            terminal().err().println("outrider: the error output is not shown: " + e.getMessage());
            terminal().err().flush();
        }
    }

    private void follow(Log log, String stream, PrintStream to) {
        long back = end.isTail() ? whole(log, stream).length : 0;
        ApiQuery query = log.query(stream, true).and("origin", "end").and("offset", back);
        new Frames(api(), to, terminal().err()).copy(log.path(), query);
    }

    private byte[] whole(Log log, String stream) {
        ApiQuery query = log.query(stream, false).and("plain", true);
        Tail tail = new Tail(api());
        if (!end.isTail()) {
            return tail.all(log.path(), query.and("origin", "start").and("offset", 0));
        }
        ApiQuery back = query.and("origin", "end");
        return end.isInBytes()
                ? tail.all(log.path(), back.and("offset", end.bytes()))
                : tail.lines(end.lines(), log.path(), bytes -> back.and("offset", bytes));
    }
}
