package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.eval.BoundBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Blocks that later versions of the format brought; held as data, and not in the JSON unless they are written. */
final class NewerTables {
    private NewerTables() {}

    static Spec ui() {
        return new Spec()
                .newer(Kind.TEXT_OR_NULL, "description", "Description")
                .newerMany("link", "Links", NewerTables::link);
    }

    private static Spec link() {
        return new Spec().argument(Kind.TEXT, "label", "Label").argument(Kind.TEXT, "url", "URL");
    }

    static Spec consul() {
        return new Spec()
                .argument(Kind.TEXT, "namespace", "Namespace")
                .newer(Kind.TEXT_OR_NULL, "cluster", "Cluster")
                .newer(Kind.TEXT_OR_NULL, "partition", "Partition");
    }

    static Spec disconnect() {
        return new Spec()
                .newer(Kind.DURATION_OR_NULL, "lost_after", "LostAfter")
                .newer(Kind.DURATION_OR_NULL, "stop_on_client_after", "StopOnClientAfter")
                .newer(Kind.BOOL_OR_NULL, "replace", "Replace")
                .newer(Kind.TEXT_OR_NULL, "reconcile", "Reconcile");
    }

    static Spec action() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.TEXT, "command", "Command")
                .argument(Kind.TEXTS, "args", "Args");
    }

    static Spec secret() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.TEXT, "provider", "Provider")
                .argument(Kind.TEXT, "path", "Path")
                .free("config", "Config")
                .textMapOrArgument("env", "Env");
    }

    static Spec schedule() {
        return new Spec().newerOne("cron", "Cron", () -> new Spec()
                .argument(Kind.TEXT, "start", "Start")
                .argument(Kind.TEXT, "end", "End")
                .argument(Kind.TEXT, "timezone", "Timezone"));
    }

    static Spec numa() {
        return new Spec().argument(Kind.TEXT, "affinity", "Affinity").argument(Kind.TEXTS, "devices", "Devices");
    }

    static Spec weights() {
        return new Spec().argument(Kind.WHOLE, "passing", "Passing").argument(Kind.WHOLE, "warning", "Warning");
    }

    static Spec transparentProxy() {
        return new Spec()
                .argument(Kind.TEXT, "uid", "UID")
                .argument(Kind.PORT, "outbound_port", "OutboundPort")
                .argument(Kind.TEXTS, "exclude_inbound_ports", "ExcludeInboundPorts")
                .argument(Kind.PORTS, "exclude_outbound_ports", "ExcludeOutboundPorts")
                .argument(Kind.TEXTS, "exclude_outbound_cidrs", "ExcludeOutboundCIDRs")
                .argument(Kind.TEXTS, "exclude_uids", "ExcludeUIDs")
                .argument(Kind.BOOL, "no_dns", "NoDNS");
    }

    /** Where a gateway gets its certificates. */
    static Spec certificates() {
        return new Spec()
                .argument(Kind.TEXT, "cluster_name", "ClusterName")
                .argument(Kind.TEXT, "cert_resource", "CertResource");
    }

    /** Changes to the headers that pass a gateway. */
    static Spec headers() {
        return new Spec().textMap("add", "Add").textMap("set", "Set").argument(Kind.TEXTS, "remove", "Remove");
    }

    static Spec identity() {
        return new Spec()
                .argument(Kind.BOOL, "env", "Env")
                .argument(Kind.BOOL, "file", "File")
                .newer(Kind.TEXT_OR_NULL, "name", "Name")
                .newer(Kind.TEXTS, "aud", "Audience")
                .newer(Kind.TEXT_OR_NULL, "change_mode", "ChangeMode")
                .newer(Kind.TEXT_OR_NULL, "change_signal", "ChangeSignal")
                .newer(Kind.TEXT_OR_NULL, "filepath", "Filepath")
                .newer(Kind.TEXT_OR_NULL, "service_name", "ServiceName")
                .newer(Kind.DURATION_OR_NULL, "ttl", "TTL")
                .newer(Kind.TEXTS, "extra_claims", "ExtraClaims");
    }

    /** The one without a name is the task's own; those with a name are a list. */
    static void identities(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
        List<BoundBlock> own = new ArrayList<>();
        List<Object> named = new ArrayList<>();
        for (BoundBlock block : blocks) {
            Map<String, @Nullable Object> identity = new LinkedHashMap<>(decoder.body(block, identity()));
            Object name = identity.get("Name");
            if (name == null || name.equals("") || name.equals("default")) {
                own.add(block);
                json.putIfAbsent("Identity", identity);
            } else {
                named.add(identity);
            }
        }
        if (!own.isEmpty()) {
            decoder.single(own);
        }
        if (!named.isEmpty()) {
            json.put("Identities", named);
        }
    }
}
