package io.outrider.agent.cli.api;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What an agent has answered to a request that it could fulfil.
 *
 * @param body as JSON; missing ({@link JsonNode#isMissingNode()}) where it was empty
 * @param index from which on a blocking query has news, where the answer says so
 * @param nextToken of the next page, if there is one
 */
public record ApiAnswer(JsonNode body, Optional<Long> index, Optional<String> nextToken) {}
