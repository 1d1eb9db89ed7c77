package io.outrider.jobspec.validate.service;

import static io.outrider.jobspec.validate.fault.Unset.flag;
import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.DurationText;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.state.model.service.CheckRestart;
import io.outrider.state.model.service.Service;
import io.outrider.state.model.service.ServiceCheck;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks on the health checks of a service. Of one check only the first fault is told, as the reference does it. */
final class CheckRules {
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> CONSUL_TYPES = List.of("grpc", "tcp", "http", "script");
    private static final List<String> OWN_TYPES = List.of("tcp", "http");
    private static final Set<String> ON_UPDATE = Set.of("", "ignore", "require_healthy", "ignore_warnings");
    private static final Set<String> STATES = Set.of("", "passing", "warning", "critical");
    private static final Set<String> METHODS = Set.of("", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final String CHECK = "check";

    private CheckRules() {}

    /** A fault and the argument that it is about. */
    private record Wrong(String argument, String text) {}

    private static boolean needsPort(ServiceCheck check) {
        String type = text(check.type());
        return type.equals("http") || type.equals("tcp") || type.equals("grpc");
    }

    private static boolean lacksPort(Site here, Service service, ServiceCheck check) {
        boolean lacks =
                text(service.portLabel()).isEmpty() && text(check.portLabel()).isEmpty() && needsPort(check);
        if (lacks) {
            here.fault(head(service, check) + "check requires a port but neither check nor service \""
                    + text(service.name()) + "\" have a port");
        }
        return lacks;
    }

    static String head(Service service, ServiceCheck check) {
        return "Check " + name(service, check) + " invalid: ";
    }

    private static String name(Service service, ServiceCheck check) {
        return text(check.name()).isEmpty() ? "service: \"" + text(service.name()) + "\" check" : text(check.name());
    }

    static void consul(Site site, Service service) {
        boolean sidecar = service.connect() != null && service.connect().sidecarService() != null;
        int index = 0;
        for (ServiceCheck check : Unset.list(service.checks())) {
            String block = Site.nth(CHECK, index++);
            Site here = site.at(block);
            if (lacksPort(here, service, check)) {
                continue;
            }
            if (sidecar && text(check.type()).equals("tcp")) {
                here.fault(head(service, check) + "tcp checks are not valid for Connect enabled services");
                continue;
            }
            Optional<Wrong> wrong = common(check, CONSUL_TYPES).or(() -> thresholds(check));
            wrong.ifPresentOrElse(
                    w -> here.fault(w.argument(), head(service, check) + w.text()),
                    () -> restart(site.in("Check " + name(service, check), block, "check_restart"), check));
        }
    }

    private static void restart(Site here, ServiceCheck check) {
        CheckRestart restart = check.checkRestart();
        if (restart == null) {
            return;
        }
        long limit = number(restart.limit());
        long grace = number(restart.grace());
        here.check(limit < 0, "limit", "limit must be greater than or equal to 0 but found " + limit);
        here.check(grace < 0, "grace", "grace period must be greater than or equal to 0 but found " + grace);
    }

    private static Optional<Wrong> common(ServiceCheck check, List<String> types) {
        String type = text(check.type());
        if (!types.contains(type)) {
            return wrong("type", "invalid check type (\"" + type + "\"), must be one of " + String.join(", ", types));
        }
        return how(check, type).or(() -> times(check)).or(() -> modes(check)).or(() -> conflicts(check));
    }

    private static Optional<Wrong> wrong(String argument, String text) {
        return Optional.of(new Wrong(argument, text));
    }

    private static Optional<Wrong> how(ServiceCheck check, String type) {
        if (type.equals("script") && text(check.command()).isEmpty()) {
            return wrong("command", "script type must have a valid script path");
        }
        if (!type.equals("http")) {
            return Optional.empty();
        }
        String path = text(check.path());
        if (path.isEmpty()) {
            return wrong("path", "http type must have http path");
        }
        return isAbsolute(path) ? wrong("path", "http type must have relative http path") : Optional.empty();
    }

    private static boolean isAbsolute(String path) {
        try {
            return new URI(path).isAbsolute();
        } catch (URISyntaxException odd) {
            return false;
        }
    }

    private static Optional<Wrong> times(ServiceCheck check) {
        long interval = number(check.interval());
        long timeout = number(check.timeout());
        if (interval == 0) {
            return wrong("interval", "missing required value interval. Interval cannot be less than 1s");
        }
        if (interval < SECOND) {
            return wrong("interval", "interval (" + DurationText.of(interval) + ") cannot be lower than 1s");
        }
        if (timeout == 0) {
            return wrong("timeout", "missing required value timeout. Timeout cannot be less than 1s");
        }
        return timeout < SECOND
                ? wrong(
                        "timeout",
                        "timeout (" + DurationText.of(timeout) + ") is lower than required minimum timeout 1s")
                : Optional.empty();
    }

    private static Optional<Wrong> modes(ServiceCheck check) {
        String state = text(check.initialStatus());
        if (!STATES.contains(state)) {
            return wrong(
                    "initial_status",
                    "invalid initial check state (" + state
                            + "), must be one of \"passing\", \"warning\", \"critical\", or empty");
        }
        String mode = text(check.addressMode());
        if (mode.equals("auto")) {
            return wrong("address_mode", "invalid address_mode \"auto\" - auto only valid for services");
        }
        boolean known = Set.of("", "host", "driver", "alloc").contains(mode);
        if (!known) {
            return wrong("address_mode", "invalid address_mode \"" + mode + "\"");
        }
        String update = text(check.onUpdate());
        return ON_UPDATE.contains(update)
                ? Optional.empty()
                : wrong(
                        "on_update",
                        "on_update must be \"require_healthy\", \"ignore_warnings\", or \"ignore\"; got \"" + update
                                + "\"");
    }

    private static Optional<Wrong> conflicts(ServiceCheck check) {
        String update = text(check.onUpdate());
        CheckRestart restart = check.checkRestart();
        if (restart == null) {
            return Optional.empty();
        }
        if (update.equals("ignore")) {
            return wrong("on_update", "on_update value \"ignore\" is not compatible with check_restart");
        }
        boolean conflict = update.equals("ignore_warnings") && !flag(restart.ignoreWarnings());
        return conflict
                ? wrong(
                        "on_update",
                        "on_update value \"ignore_warnings\" not supported with check_restart ignore_warnings value"
                                + " \"false\"")
                : Optional.empty();
    }

    private static Optional<Wrong> thresholds(ServiceCheck check) {
        return threshold("success_before_passing", number(check.successBeforePassing()), check)
                .or(() -> threshold("failures_before_critical", number(check.failuresBeforeCritical()), check));
    }

    private static Optional<Wrong> threshold(String name, long value, ServiceCheck check) {
        if (value < 0) {
            return wrong(name, name + " must be non-negative");
        }
        return value > 0 && !needsPort(check)
                ? wrong(name, name + " not supported for check of type \"" + text(check.type()) + "\"")
                : Optional.empty();
    }

    /** Checks that the agent itself makes. */
    static void own(Site site, Service service) {
        int index = 0;
        for (ServiceCheck check : Unset.list(service.checks())) {
            Site here = site.at(Site.nth(CHECK, index++));
            if (!lacksPort(here, service, check)) {
                common(check, OWN_TYPES)
                        .or(() -> onlyConsul(check))
                        .ifPresent(w -> here.fault(w.argument(), head(service, check) + w.text()));
            }
        }
    }

    private static Optional<Wrong> onlyConsul(ServiceCheck check) {
        String only = " may only be set for Consul service checks";
        if (flag(check.expose())) {
            return wrong("expose", "expose" + only);
        }
        if (text(check.onUpdate()).equals("ignore_warnings")) {
            return wrong("on_update", "on_update may only be set to ignore_warnings for Consul service checks");
        }
        if (number(check.successBeforePassing()) != 0) {
            return wrong("success_before_passing", "success_before_passing" + only);
        }
        if (number(check.failuresBeforeCritical()) != 0) {
            return wrong("failures_before_critical", "failures_before_critical" + only);
        }
        if (flag(check.tlsSkipVerify())) {
            return wrong("tls_skip_verify", "tls_skip_verify" + only);
        }
        String method = text(check.method());
        return text(check.type()).equals("http") && !METHODS.contains(method)
                ? wrong("method", "method type \"" + method + "\" not supported in Nomad http check")
                : Optional.empty();
    }

    /** Checks the names and ports of the checks of a task's service; gives the port labels that they need. */
    static List<String> ports(Site site, Service service) {
        List<String> labels = new ArrayList<>();
        Set<String> known = new HashSet<>();
        int index = 0;
        for (ServiceCheck check : Unset.list(service.checks())) {
            Site here = site.at(Site.nth(CHECK, index++));
            String name = "check \"" + text(check.name()) + "\" ";
            if (!known.add(text(check.name()))) {
                here.fault(name + "is duplicate");
            }
            if (needsPort(check)) {
                port(here, name, check, service).ifPresent(labels::add);
            }
        }
        return labels;
    }

    private static Optional<String> port(Site site, String name, ServiceCheck check, Service service) {
        String port = text(check.portLabel()).isEmpty() ? text(service.portLabel()) : text(check.portLabel());
        if (port.isEmpty()) {
            site.fault("port", name + "is missing a port");
            return Optional.empty();
        }
        if (!isNumber(port)) {
            return Optional.of(port);
        }
        boolean driver = text(check.addressMode()).equals("driver");
        site.check(
                !driver,
                "port",
                name + "cannot use a numeric port " + port + " without setting address_mode=\"driver\"");
        site.check(driver && Integer.parseInt(port) <= 0, "port", name + "has invalid numeric port " + port);
        return Optional.empty();
    }

    static boolean isNumber(String text) {
        return text.matches("[+-]?[0-9]{1,9}");
    }
}
