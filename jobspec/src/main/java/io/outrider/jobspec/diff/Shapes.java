package io.outrider.jobspec.diff;

import io.outrider.jobspec.diff.Part.Block;
import io.outrider.jobspec.diff.Part.BlockMap;
import io.outrider.jobspec.diff.Part.Blocks;
import io.outrider.jobspec.diff.Part.NamedBlocks;
import io.outrider.jobspec.diff.Part.Texts;
import io.outrider.jobspec.diff.Part.Tree;
import java.util.stream.Stream;

/** The blocks of a job, with the names that the reference's plan shows (http-api section on plans). */
final class Shapes {

    private static final Part CONSTRAINTS = new Blocks("Constraints", "Constraint", Shape.PLAIN);
    private static final Part AFFINITIES = new Blocks("Affinities", "Affinity", Shape.PLAIN);
    private static final Part SPREADS =
            new Blocks("Spreads", "Spread", Shape.of(new Blocks("SpreadTarget", "SpreadTarget", Shape.PLAIN)));
    private static final Part CONSUL = new Block("Consul", "Consul", Shape.PLAIN);

    private static final Shape NETWORK = Shape.of(
            new Block(
                    "DNS",
                    "DNS",
                    Shape.of(
                            new Texts("Servers", "Servers"),
                            new Texts("Searches", "Searches"),
                            new Texts("Options", "Options"))),
            new Block("CNI", "CNIConfig", Shape.PLAIN),
            new Blocks("ReservedPorts", "Static Port", Shape.PLAIN),
            new Blocks("DynamicPorts", "Dynamic Port", Shape.PLAIN.hiding("Value")));

    private static final Shape RESOURCES = Shape.of(
                    new Blocks("Devices", "Device", Shape.of(CONSTRAINTS, AFFINITIES)),
                    new Blocks("Networks", "Network", NETWORK),
                    new Block("NUMA", "NUMA", Shape.of(new Texts("Devices", "Devices"))))
            .withZeros("CPU", "Cores", "MemoryMB", "MemoryMaxMB", "DiskMB", "IOPS");

    private static final Part CHECK_RESTART = new Block("CheckRestart", "CheckRestart", Shape.PLAIN);

    private static final Part CHECKS = new NamedBlocks(
            "Checks",
            "Check",
            Shape.of(new Texts("Args", "Args"), new Tree("Header", "Header"), CHECK_RESTART),
            "Name");

    private static final Shape SIDECAR_SERVICE = Shape.of(new Texts("Tags", "Tags"), new Tree("Proxy", "ConsulProxy"));

    private static final Shape SIDECAR_TASK = Shape.of(
            new Tree("Config", "Config"),
            new Block("Resources", "Resources", RESOURCES),
            new Block("LogConfig", "LogConfig", Shape.PLAIN));

    private static final Part CONNECT = new Block(
            "Connect",
            "ConsulConnect",
            Shape.of(
                    new Block("SidecarService", "SidecarService", SIDECAR_SERVICE),
                    new Block("SidecarTask", "SidecarTask", SIDECAR_TASK),
                    new Tree("Gateway", "Gateway")));

    private static final Part SERVICES = new NamedBlocks(
            "Services",
            "Service",
            Shape.of(
                    new Texts("Tags", "Tags"),
                    new Texts("CanaryTags", "CanaryTags"),
                    CHECKS,
                    CHECK_RESTART,
                    CONNECT,
                    new Block("Weights", "Weights", Shape.PLAIN),
                    new Block("Identity", "Identity", Shape.of(new Texts("Audience", "Audience")))),
            "Name");

    private static final Shape SCALING =
            Shape.of(new Tree("Policy", "Policy")).hiding("ID", "Namespace", "Target", "CreateIndex", "ModifyIndex");

    private static final Shape IDENTITY = Shape.of(new Texts("Audience", "Audience"));

    static final Shape TASK = Shape.of(
                    CONSTRAINTS,
                    AFFINITIES,
                    new Tree("Config", "Config"),
                    new Block("Resources", "Resources", RESOURCES),
                    new Block("Lifecycle", "Lifecycle", Shape.PLAIN),
                    new Block("LogConfig", "LogConfig", Shape.PLAIN),
                    new Block("RestartPolicy", "RestartPolicy", Shape.PLAIN),
                    new Block("DispatchPayload", "DispatchPayload", Shape.PLAIN),
                    new Blocks("Artifacts", "Artifact", Shape.PLAIN),
                    SERVICES,
                    new Block("Vault", "Vault", Shape.of(new Texts("Policies", "Policies"))),
                    CONSUL,
                    new Blocks(
                            "Templates",
                            "Template",
                            Shape.of(
                                    new Block("ChangeScript", "ChangeScript", Shape.of(new Texts("Args", "Args"))),
                                    new Block("Wait", "Wait", Shape.PLAIN))),
                    new Blocks("VolumeMounts", "VolumeMount", Shape.PLAIN),
                    new Block("CSIPluginConfig", "CSIPluginConfig", Shape.PLAIN),
                    new Block("Identity", "Identity", IDENTITY),
                    new NamedBlocks("Identities", "Identity", IDENTITY, "Name"),
                    new NamedBlocks("ScalingPolicies", "Scaling", SCALING, "Type"),
                    new NamedBlocks("Actions", "Action", Shape.of(new Texts("Args", "Args")), "Name"),
                    new Block("Schedule", "Schedule", Shape.of(new Block("Cron", "Cron", Shape.PLAIN))))
            .hiding("Name");

    static final Shape GROUP = Shape.of(
                    CONSTRAINTS,
                    AFFINITIES,
                    SPREADS,
                    new Block("RestartPolicy", "RestartPolicy", Shape.PLAIN),
                    new Block("ReschedulePolicy", "ReschedulePolicy", Shape.PLAIN),
                    new Block("EphemeralDisk", "EphemeralDisk", Shape.PLAIN),
                    CONSUL,
                    new Block("Disconnect", "Disconnect", Shape.PLAIN),
                    new Block("Update", "Update", Shape.PLAIN.hiding("Stagger")),
                    new Blocks("Networks", "Network", NETWORK),
                    SERVICES,
                    new BlockMap("Volumes", "Volume", Shape.of(new Tree("MountOptions", "MountOptions"))),
                    new Block("Scaling", "Scaling", SCALING))
            .hiding("Name", "Tasks", "Migrate");

    static final Shape JOB = Shape.of(
                    new Texts("Datacenters", "Datacenters"),
                    CONSTRAINTS,
                    AFFINITIES,
                    SPREADS,
                    new Block(
                            "Multiregion",
                            "Multiregion",
                            Shape.of(
                                    new Block("Strategy", "Strategy", Shape.PLAIN),
                                    new NamedBlocks(
                                            "Regions",
                                            "Region",
                                            Shape.of(new Texts("Datacenters", "Datacenters")),
                                            "Name"))),
                    new Block("Periodic", "Periodic", Shape.of(new Texts("Specs", "Specs"))),
                    new Block(
                            "ParameterizedJob",
                            "ParameterizedJob",
                            Shape.of(
                                    new Texts("MetaRequired", "MetaRequired"),
                                    new Texts("MetaOptional", "MetaOptional"))),
                    new Block("UI", "UI", Shape.of(new Blocks("Links", "Link", Shape.PLAIN))))
            .hiding(unshown());

    private Shapes() {}

    private static String[] unshown() {
        return Stream.of(
                        "ID Status StatusDescription Version Stable CreateIndex ModifyIndex JobModifyIndex",
                        "Update SubmitTime NomadTokenID VaultToken TaskGroups Migrate Reschedule VersionTag")
                .flatMap(names -> Stream.of(names.split(" ")))
                .toArray(String[]::new);
    }
}
