package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.DurationText;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.task.TaskArtifact;
import io.outrider.state.model.task.Template;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks on what is put into the directory of a task: artifacts and templates. */
final class FileRules {
    private static final Set<String> MODES = Set.of("any", "file", "dir");
    private static final Map<String, Integer> DIGESTS = Map.of("md5", 16, "sha1", 20, "sha256", 32, "sha512", 64);
    private static final String DESTINATION = "destination";
    private static final String ESCAPES = "destination escapes allocation directory";

    private FileRules() {}

    static void artifacts(Site task, @Nullable List<TaskArtifact> artifacts) {
        int index = 0;
        for (TaskArtifact artifact : Unset.list(artifacts)) {
            Site site = task.in("Artifact " + (index + 1), Site.nth("artifact", index++));
            String mode = text(artifact.getterMode());
            site.check(text(artifact.getterSource()).isEmpty(), "source", "source must be specified");
            site.check(
                    !MODES.contains(mode),
                    "mode",
                    "invalid artifact mode \"" + mode + "\"; must be one of: any, file, dir");
            site.check(escapes(text(artifact.relativeDest())), DESTINATION, ESCAPES);
            String checksum = Unset.map(artifact.getterOptions()).get("checksum");
            if (checksum != null) {
                checksum(site.at("options"), checksum.strip());
            }
        }
    }

    private static void checksum(Site site, String text) {
        String[] parts = text.split(":", -1);
        if (text.isEmpty()) {
            site.fault("checksum", "checksum value cannot be empty");
        } else if (!text.contains("${") && parts.length != 2) {
            site.fault("checksum", "checksum must be given as \"type:value\"; got \"" + text + "\"");
        } else if (!text.contains("${")) {
            digest(site, parts[0], parts[1]);
        }
    }

    private static void digest(Site site, String type, String value) {
        Integer bytes = DIGESTS.get(type);
        int bad = 0;
        while (bad < value.length() && Character.digit(value.charAt(bad), 16) >= 0) {
            bad++;
        }
        if (bad < value.length()) {
            String sign = String.format("U+%04X '%c'", (int) value.charAt(bad), value.charAt(bad));
            site.fault("checksum", "invalid checksum: encoding/hex: invalid byte: " + sign);
        } else if (value.length() % 2 != 0) {
            site.fault("checksum", "invalid checksum: encoding/hex: odd length hex string");
        } else if (bytes == null) {
            site.fault("checksum", "unsupported checksum type: " + type);
        } else {
            site.check(value.length() != bytes * 2, "checksum", "invalid " + type + " checksum: " + value);
        }
    }

    /** A destination may leave the directory of the task, but not that of the allocation around it. */
    private static boolean escapes(String destination) {
        int depth = 1;
        for (String step : destination.split("/")) {
            depth += step.equals("..") ? -1 : step.isEmpty() || step.equals(".") ? 0 : 1;
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }

    static void templates(Site task, @Nullable List<Template> templates) {
        Map<String, Integer> destinations = new HashMap<>();
        int index = 0;
        for (Template template : Unset.list(templates)) {
            String block = Site.nth("template", index++);
            template(task.in("Template " + index, block), template);
            Integer before = destinations.putIfAbsent(text(template.destPath()), index);
            if (before != null) {
                task.at(block).fault("Template " + index + " has same destination as " + before);
            }
        }
    }

    private static void template(Site site, Template template) {
        boolean empty = text(template.sourcePath()).isEmpty()
                && text(template.embeddedTmpl()).isEmpty();
        site.check(empty, "data", "Must specify a source path or have an embedded template");
        site.check(text(template.destPath()).isEmpty(), DESTINATION, "Must specify a destination for the template");
        site.check(escapes(text(template.destPath())), DESTINATION, ESCAPES);
        changeMode(site, template);
        site.check(number(template.splay()) < 0, "splay", "Must specify positive splay value");
        perms(site, text(template.perms()));
        if (template.waitConfig() != null) {
            long min = number(template.waitConfig().min());
            long max = number(template.waitConfig().max());
            boolean both =
                    template.waitConfig().min() != null && template.waitConfig().max() != null;
            site.at("wait")
                    .check(
                            both && min > max,
                            "min",
                            "wait min " + DurationText.of(min) + " is greater than max " + DurationText.of(max));
        }
    }

    private static void changeMode(Site site, Template template) {
        switch (text(template.changeMode())) {
            case "noop", "restart" -> {
                // They need nothing else.
            }
            case "signal" -> {
                site.check(
                        text(template.changeSignal()).isEmpty(),
                        "change_signal",
                        "Must specify signal value when change mode is signal");
                site.check(flag(template.envvars()), "env", "cannot use signals with env var templates");
            }
            case "script" -> {
                site.check(
                        template.changeScript() == null,
                        "change_mode",
                        "must specify change script configuration value when change mode is script");
                site.check(
                        template.changeScript() != null
                                && text(template.changeScript().command()).isEmpty(),
                        "change_script",
                        "must specify script path value when change mode is script");
            }
            default ->
                site.fault(
                        "change_mode",
                        "Invalid change mode. Must be one of the following: noop, signal, script, restart");
        }
    }

    private static void perms(Site site, String perms) {
        if (perms.isEmpty()) {
            return;
        }
        boolean octal = perms.matches("[0-7]+");
        boolean fits = octal && perms.replaceFirst("^0+", "").length() <= 4;
        if (!fits) {
            site.fault(
                    "perms",
                    "Failed to parse \"" + perms + "\" as octal: strconv.ParseUint: parsing \"" + perms + "\": "
                            + (octal ? "value out of range" : "invalid syntax"));
        }
    }
}
