package io.outrider.agent.cli.variable;

import io.outrider.agent.cli.api.ApiQuery;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Paths of variables in URLs. */
final class Paths {

    private Paths() {}

    /** Its slashes part it there too. */
    static String encoded(String path) {
        return Arrays.stream(path.split("/", -1)).map(ApiQuery::segment).collect(Collectors.joining("/"));
    }
}
