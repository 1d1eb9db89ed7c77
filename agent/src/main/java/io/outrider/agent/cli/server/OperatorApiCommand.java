package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.api.RawAnswer;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.run.UserException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends any request. */
@Command(
        name = "api",
        description = "Send a request to the API and print the answer, whatever its status.",
        footer = {"", "Example: outrider operator api /v1/jobs"})
public final class OperatorApiCommand extends ApiCommand {

    private static final int CHUNK = 64 << 10;

    @Option(
            names = {"-X", "--X"},
            paramLabel = "METHOD",
            description = "Default: GET, or PUT with a body.")
    private @Nullable String method;

    @Option(
            names = {"-d", "--d"},
            paramLabel = "BODY",
            description = "What to send: text, @FILE, or - for the standard input.")
    private @Nullable String body;

    @Option(
            names = {"-i", "--i"},
            description = "Print the status and the headers too.")
    private boolean headers;

    @Option(
            names = {"-filter", "--filter"},
            paramLabel = "EXPRESSION",
            description = "Only what it is true of.")
    private @Nullable String filter;

    @Parameters(paramLabel = "PATH", description = "With its query, from /v1 on; /v1 may be left out.")
    private String path = "";

    @Override
    protected void run() {
        String verb = method != null ? method.toUpperCase(Locale.ROOT) : body == null ? "GET" : "PUT";
        String rooted = path.startsWith("/") ? path : "/" + path;
        String whole = rooted.startsWith("/v1") || rooted.startsWith("/ui") ? rooted : "/v1" + rooted;
        ApiQuery query = filter == null ? ApiQuery.none() : ApiQuery.of("filter", filter);
        RawAnswer answer = api().raw(verb, whole, query, sent());
        if (headers) {
            head(answer);
        }
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = answer.body()) {
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

    private void head(RawAnswer answer) {
        print("HTTP/1.1 " + answer.status());
        answer.headers().forEach((name, values) -> {
            if (name != null) {
                values.forEach(value -> print(name + ": " + value));
            }
        });
        print("");
    }

    private byte @Nullable [] sent() {
        if (body == null) {
            return null;
        }
        if (body.equals("-") || body.startsWith("@")) {
            return new TextInput(body.replaceFirst("^@", "")).bytes();
        }
        return body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
