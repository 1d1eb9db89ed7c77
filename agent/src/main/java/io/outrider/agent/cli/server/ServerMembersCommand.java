package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.Table;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists the servers. */
@Command(name = "members", description = "List the servers that the agent knows.")
public final class ServerMembersCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Their protocols and tags too.")
    private boolean verbose;

    @Override
    protected void run() {
        JsonNode answer = api().get("/v1/agent/members", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), answer.path("Members"));
            return;
        }
        String leader = leader();
        Table table = verbose
                ? Table.of(
                        "Name",
                        "Address",
                        "Port",
                        "Status",
                        "Leader",
                        "Protocol",
                        "Raft Version",
                        "Build",
                        "Datacenter",
                        "Region",
                        "Tags")
                : Table.of(
                        "Name", "Address", "Port", "Status", "Leader", "Raft Version", "Build", "Datacenter", "Region");
        Fields.list(answer, "Members").forEach(member -> row(table, member, leader));
        print(table.text(look()));
    }

    private void row(Table table, JsonNode member, String leader) {
        String name = Fields.text(member, "Name");
        String address = Fields.text(member, "Addr");
        String port = Fields.text(member, "Port");
        String status = look().state(Fields.text(member, "Status"));
        boolean leads = leader.equals(address + ":" + Fields.text(member, "Tags", "port"));
        String raft = Fields.text(member, "Tags", "raft_vsn");
        String build = Fields.text(member, "Tags", "build");
        String center = Fields.text(member, "Tags", "dc");
        String region = Fields.text(member, "Tags", "region");
        if (verbose) {
            String tags = Fields.map(member, "Tags").entrySet().stream()
                    .map(tag -> tag.getKey() + "=" + tag.getValue().asString(""))
                    .collect(Collectors.joining(","));
            String protocol = Fields.text(member, "ProtocolCur");
            table.row(name, address, port, status, leads, protocol, raft, build, center, region, tags);
        } else {
            table.row(name, address, port, status, leads, raft, build, center, region);
        }
    }

    /** Empty where none is known. */
    private String leader() {
        try {
            return api().get("/v1/status/leader", ApiQuery.none()).body().asString("");
        } catch (ApiException e) {
            return "";
        }
    }
}
