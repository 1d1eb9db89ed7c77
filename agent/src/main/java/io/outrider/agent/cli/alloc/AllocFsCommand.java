package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Table;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the files of an alloc. */
@Command(name = "fs", description = "List a directory of an alloc, or print a file of it.")
public final class AllocFsCommand extends ApiCommand {

    private static final int CHUNK = 64 << 10;

    @Mixin
    private AllocArguments which = new AllocArguments();

    @Mixin
    private TailOptions end = new TailOptions();

    @Option(
            names = {"-stat", "--stat"},
            description = "Tell of the file or directory itself.")
    private boolean stat;

    @Option(
            names = {"-H", "--H"},
            description = "Sizes in bytes.")
    private boolean exact;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            description = "Below the directory of the alloc. Default: that directory.")
    private String path = "/";

    @Override
    protected void run() {
        JsonNode alloc = which.find(api(), look(), times());
        String id = Fields.text(alloc, "ID");
        JsonNode file =
                api().get("/v1/client/fs/stat/" + id, ApiQuery.of("path", path)).body();
        boolean directory = Fields.is(file, "IsDir");
        if (stat) {
            print(list(List.of(file), true));
        } else if (directory) {
            JsonNode files = api().get("/v1/client/fs/ls/" + id, ApiQuery.of("path", path))
                    .body();
            print(list(Fields.list(files), false));
        } else if (end.isFollowing()) {
            follow(id);
        } else {
            show(id, Fields.number(file, "Size"));
        }
    }

    private String list(List<JsonNode> files, boolean kinds) {
        Table table = kinds
                ? Table.of("Mode", "Size", "Modified Time", "Content Type", "Name")
                : Table.of("Mode", "Size", "Modified Time", "Name");
        for (JsonNode file : files) {
            String name = Fields.text(file, "Name") + (Fields.is(file, "IsDir") ? "/" : "");
            long bytes = Fields.number(file, "Size");
            String size = exact ? Long.toString(bytes) : Amounts.bytes(bytes);
            String mode = Fields.text(file, "FileMode");
            String time = times().at(Fields.time(file, "ModTime"));
            if (kinds) {
                table.row(mode, size, time, Fields.text(file, "ContentType"), name);
            } else {
                table.row(mode, size, time, name);
            }
        }
        return table.text(look());
    }

    /** Straight through: a file may be larger than memory. */
    private void show(String id, long size) {
        if (end.isTail()) {
            terminal().out().writeBytes(tail(id, size));
            terminal().out().flush();
            return;
        }
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = api().stream("/v1/client/fs/cat/" + id, ApiQuery.of("path", path))) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                terminal().out().write(chunk, 0, read);
                if (terminal().out().checkError()) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UserException("the agent at " + api().address() + " is gone: the rest is not shown");
        }
    }

    private byte[] tail(String id, long size) {
        String readAt = "/v1/client/fs/readat/" + id;
        Tail tail = new Tail(api());
        return end.isInBytes()
                ? tail.all(readAt, last(size, end.bytes()))
                : tail.lines(end.lines(), readAt, bytes -> last(size, bytes));
    }

    private ApiQuery last(long size, long bytes) {
        return ApiQuery.of("path", path)
                .and("offset", Math.max(0, size - bytes))
                .and("limit", -1);
    }

    private void follow(String id) {
        ApiQuery query = ApiQuery.of("path", path);
        if (!end.isTail()) {
            query = query.and("origin", "start").and("offset", 0);
        } else {
            long size = Fields.number(
                    api().get("/v1/client/fs/stat/" + id, ApiQuery.of("path", path))
                            .body(),
                    "Size");
            query = query.and("origin", "end").and("offset", tail(id, size).length);
        }
        new Frames(api(), terminal().out(), terminal().err()).copy("/v1/client/fs/stream/" + id, query);
    }
}
