package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.ast.Body.Label;
import io.outrider.jobspec.hcl.eval.BoundBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scaling policies: their type follows from where they stand. */
final class ScalingRules {
    private static final String TYPE = "Type";

    private ScalingRules() {}

    /** The policy of a group. */
    static void group(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
        decoder.single(blocks);
        BoundBlock block = blocks.get(0);
        Map<String, @Nullable Object> policy = decoder.body(block, PolicyTables.scaling());
        Object type = policy.put(TYPE, "horizontal");
        if (!"".equals(type) && !"horizontal".equals(type)) {
            var written = block.body().attributes().get("type");
            decoder.diagnostics()
                    .error(
                            "Invalid group scaling type",
                            "The scaling policy of a group has the type \"horizontal\", not \"" + type + "\".",
                            written == null
                                    ? block.heading().whole()
                                    : written.value().range());
        }
        json.put("Scaling", policy);
    }

    /** The policies of a task, one per resource. */
    static void task(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
        List<Object> policies = new ArrayList<>();
        Map<String, BoundBlock> seen = new HashMap<>();
        for (BoundBlock block : blocks) {
            Label label = block.labels().get(0);
            String resource = label.text().toLowerCase(Locale.ROOT);
            if (!resource.equals("cpu") && !resource.equals("mem")) {
                decoder.diagnostics()
                        .error(
                                "Invalid scaling policy name",
                                "scaling policy name must be \"cpu\" or \"mem\"",
                                label.range());
            }
            BoundBlock before = seen.putIfAbsent(resource, block);
            if (before != null) {
                decoder.diagnostics()
                        .error(
                                "Duplicate scaling \"" + resource + "\" block",
                                "Only one scaling " + resource + " block is allowed. Another was defined at "
                                        + before.heading().whole() + ".",
                                block.heading().whole());
            }
            policies.add(policy(decoder, block, "vertical_" + resource));
        }
        json.put("ScalingPolicies", policies);
    }

    private static Map<String, @Nullable Object> policy(Decoder decoder, BoundBlock block, String wanted) {
        Map<String, @Nullable Object> policy = decoder.body(block, PolicyTables.scaling());
        Object type = policy.put(TYPE, wanted);
        if (!"".equals(type) && !wanted.equals(type)) {
            decoder.diagnostics()
                    .error(
                            "Invalid scaling policy type",
                            "This policy has the type \"" + wanted + "\", not \"" + type + "\".",
                            block.heading().whole());
        }
        return policy;
    }
}
