package io.outrider.jobspec.hcl.function.time;

import static io.outrider.jobspec.hcl.function.table.Table.text;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.state.model.GoDuration;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.OptionalLong;

/** Functions of points in time. */
public final class TimeFunctions {
    private TimeFunctions() {}

    /** Adds them to the table. */
    public static void add(Table table) {
        table.fixed("formatdate", (a, b) -> format(a), text("format"), text("time"));
        table.fixed("timeadd", (a, b) -> later(a), text("timestamp"), text("duration"));
    }

    private static Value format(List<Value> args) {
        OffsetDateTime time;
        try {
            time = Timestamp.parse(text(args, 1));
        } catch (IllegalArgumentException wrong) {
            throw new FunctionException(String.valueOf(wrong.getMessage()), 1);
        }
        return Value.str(new DateFormat(text(args, 0)).format(time));
    }

    private static Value later(List<Value> args) {
        try {
            OffsetDateTime time = Timestamp.parse(text(args, 0)).plus(duration(text(args, 1)));
            return Value.str(new DateFormat("YYYY-MM-DD'T'hh:mm:ssZ").format(time));
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException wrong) {
            throw new FunctionException(String.valueOf(wrong.getMessage()));
        }
    }

    private static Duration duration(String text) {
        OptionalLong nanos = GoDuration.parse(text);
        if (nanos.isPresent()) {
            return Duration.ofNanos(nanos.getAsLong());
        }
        boolean bare = text.matches("[+-]?[0-9]+(\\.[0-9]*)?");
        throw new FunctionException("time: " + (bare ? "missing unit in" : "invalid") + " duration \"" + text + "\"");
    }
}
