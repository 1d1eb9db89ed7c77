package io.outrider.agent.cli.agent;

import io.outrider.agent.config.AgentConfig;
import io.outrider.agent.http.HttpConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What of a new config needs another start of the agent. */
final class Reload {

    private Reload() {}

    /** The keys that differ and cannot be changed while the agent runs. */
    static List<String> needStart(AgentConfig now, AgentConfig wanted) {
        List<String> keys = new ArrayList<>();
        differs(keys, "name", now.name(), wanted.name());
        differs(keys, "region", now.region(), wanted.region());
        differs(keys, "datacenter", now.datacenter(), wanted.datacenter());
        differs(keys, "data_dir", now.dataDir(), wanted.dataDir());
        differs(keys, "client.meta", now.meta(), wanted.meta());
        HttpConfig before = now.http();
        HttpConfig after = wanted.http();
        differs(keys, "bind_addr", before.host(), after.host());
        differs(keys, "ports.http", before.port(), after.port());
        differs(keys, "limits", before.limits(), after.limits());
        differs(keys, "http_api_response_headers", before.headers(), after.headers());
        if (before.tls().isPresent() != after.tls().isPresent()) {
            keys.add("tls.http");
        }
        return keys;
    }

    private static void differs(List<String> keys, String key, Object now, Object wanted) {
        if (!Objects.equals(now, wanted)) {
            keys.add(key);
        }
    }
}
