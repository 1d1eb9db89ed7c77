package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Expression.Call;
import io.outrider.agent.cli.template.Expression.Chain;
import io.outrider.agent.cli.template.Expression.Command;
import io.outrider.agent.cli.template.Expression.Fields;
import io.outrider.agent.cli.template.Expression.Literal;
import io.outrider.agent.cli.template.Expression.Pipe;
import io.outrider.agent.cli.template.Expression.Variable;
import io.outrider.agent.cli.template.Origin.Span;
import io.outrider.agent.cli.template.function.GoFunction;
import io.outrider.agent.cli.template.function.GoText;
import io.outrider.agent.cli.template.function.Truth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Evaluates a template once. */
final class Execution {

    /** Functions that do not ask all of their arguments. */
    static final Set<String> LAZY = Set.of("and", "or");

    /** A template that calls itself ends here. */
    private static final int DEEPEST = 1_000;

    private final Origin origin;
    private final Map<String, List<Node>> bodies;
    private final Map<String, GoFunction> functions;
    private final StringBuilder out = new StringBuilder();
    private List<Bound> variables = new ArrayList<>();
    private int depth;

    private enum Flow {
        ON,
        BREAK,
        CONTINUE
    }

    private static final class Bound {
        private final String name;
        private @Nullable Object value;

        private Bound(String name, @Nullable Object value) {
            this.name = name;
            this.value = value;
        }
    }

    Execution(Origin origin, Map<String, List<Node>> bodies, Map<String, GoFunction> functions) {
        this.origin = origin;
        this.bodies = bodies;
        this.functions = functions;
    }

    String run(@Nullable Object data) {
        body(origin.name(), data);
        return out.toString();
    }

    private void body(String name, @Nullable Object data) {
        List<Bound> around = variables;
        variables = new ArrayList<>(List.of(new Bound("$", data)));
        walk(bodies.getOrDefault(name, List.of()), data);
        variables = around;
    }

    private Flow walk(List<Node> nodes, @Nullable Object dot) {
        for (Node node : nodes) {
            Flow flow = walk(node, dot);
            if (flow != Flow.ON) {
                return flow;
            }
        }
        return Flow.ON;
    }

    private Flow walk(Node node, @Nullable Object dot) {
        if (node instanceof Node.Branch branch) {
            return branch(branch, dot);
        }
        if (node instanceof Node.Loop loop) {
            return loop(loop, dot);
        }
        if (node instanceof Node.Jump jump) {
            return jump.ends() ? Flow.BREAK : Flow.CONTINUE;
        }
        if (node instanceof Node.Text text) {
            out.append(text.text());
        } else if (node instanceof Node.Print print) {
            Object value = value(print.pipe(), dot);
            out.append(print.pipe().variables().isEmpty() ? GoText.shown(value) : "");
        } else if (node instanceof Node.Invoke invoke) {
            invoke(invoke, dot);
        }
        return Flow.ON;
    }

    private Flow branch(Node.Branch branch, @Nullable Object dot) {
        int scope = variables.size();
        Object value = value(branch.pipe(), dot);
        Flow flow = Truth.of(value) ? walk(branch.then(), branch.with() ? value : dot) : walk(branch.otherwise(), dot);
        leave(scope);
        return flow;
    }

    private Flow loop(Node.Loop loop, @Nullable Object dot) {
        int scope = variables.size();
        List<String> names = loop.pipe().variables();
        Object value = value(loop.pipe().commands(), dot);
        Map<Object, @Nullable Object> elements = elements(loop.pipe().span(), value);
        if (loop.pipe().declares()) {
            names.forEach(name -> variables.add(new Bound(name, null)));
        }
        Flow flow = Flow.ON;
        for (Map.Entry<Object, @Nullable Object> element : elements.entrySet()) {
            int inner = variables.size();
            if (names.size() > 1) {
                set(names.get(0), element.getKey());
            }
            if (!names.isEmpty()) {
                set(names.get(names.size() - 1), element.getValue());
            }
            flow = walk(loop.body(), element.getValue());
            leave(inner);
            if (flow == Flow.BREAK) {
                break;
            }
        }
        Flow end = elements.isEmpty() ? walk(loop.otherwise(), dot) : Flow.ON;
        leave(scope);
        return end;
    }

    private Map<Object, @Nullable Object> elements(Span span, @Nullable Object value) {
        Map<Object, @Nullable Object> elements = new TreeMap<>();
        if (value instanceof List<?> list) {
            for (int at = 0; at < list.size(); at++) {
                elements.put((long) at, list.get(at));
            }
        } else if (value instanceof Map<?, ?> map) {
            elements.putAll(map);
        } else if (value != null) {
            throw origin.failed(span, "range can't iterate over " + GoText.of(value));
        }
        return elements;
    }

    private void invoke(Node.Invoke invoke, @Nullable Object dot) {
        if (!bodies.containsKey(invoke.name())) {
            throw origin.failed(
                    invoke.at(),
                    "{{template \"" + invoke.name() + "\"}}",
                    "template \"" + invoke.name() + "\" not defined");
        }
        if (++depth > DEEPEST) {
            throw origin.failed(
                    invoke.at(), "{{template \"" + invoke.name() + "\"}}", "exceeded maximum template depth");
        }
        Object data = invoke.pipe().isPresent() ? value(invoke.pipe().get(), dot) : null;
        body(invoke.name(), data);
        depth--;
    }

    private void leave(int scope) {
        variables.subList(scope, variables.size()).clear();
    }

    private void set(String name, @Nullable Object value) {
        variable(name).value = value;
    }

    private Bound variable(String name) {
        for (int at = variables.size() - 1; at > 0; at--) {
            if (variables.get(at).name.equals(name)) {
                return variables.get(at);
            }
        }
        return variables.get(0);
    }

    private @Nullable Object value(Pipe pipe, @Nullable Object dot) {
        Object value = value(pipe.commands(), dot);
        for (String name : pipe.variables()) {
            if (pipe.declares()) {
                variables.add(new Bound(name, value));
            } else {
                set(name, value);
            }
        }
        return value;
    }

    private @Nullable Object value(List<Command> commands, @Nullable Object dot) {
        List<@Nullable Object> piped = List.of();
        for (Command command : commands) {
            piped = Collections.singletonList(value(command, dot, piped));
        }
        return piped.get(0);
    }

    /** @param piped the value of the command before, if there is one */
    private @Nullable Object value(Command command, @Nullable Object dot, List<@Nullable Object> piped) {
        Expression first = command.words().get(0);
        List<Expression> others = command.words().subList(1, command.words().size());
        if (first instanceof Call call) {
            return call(call, new Given(command.span(), others, piped), dot);
        }
        if (!others.isEmpty() || !piped.isEmpty()) {
            throw origin.failed(first.span(), "can't give argument to non-function " + text(first.span()));
        }
        return value(first, dot);
    }

    /** What a function is called with. */
    private record Given(Span span, List<Expression> words, List<@Nullable Object> piped) {}

    private @Nullable Object call(Call call, Given given, @Nullable Object dot) {
        if (LAZY.contains(call.function())) {
            return lazy(call.function().equals("or"), given, dot);
        }
        List<@Nullable Object> arguments = new ArrayList<>();
        given.words().forEach(word -> arguments.add(value(word, dot)));
        arguments.addAll(given.piped());
        GoFunction function = functions.get(call.function());
        try {
            return function == null ? null : function.call(arguments);
        } catch (IllegalArgumentException e) {
            throw origin.failed(given.span(), "error calling " + call.function() + ": " + e.getMessage());
        }
    }

    private @Nullable Object lazy(boolean or, Given given, @Nullable Object dot) {
        Object value = null;
        for (Expression word : given.words()) {
            value = value(word, dot);
            if (Truth.of(value) == or) {
                return value;
            }
        }
        if (given.words().isEmpty() && given.piped().isEmpty()) {
            throw origin.failed(given.span(), "wrong number of args: want at least 1 got 0");
        }
        return given.piped().isEmpty() ? value : given.piped().get(0);
    }

    private @Nullable Object value(Expression expression, @Nullable Object dot) {
        if (expression instanceof Literal literal) {
            return literal.value();
        }
        if (expression instanceof Fields fields) {
            return fields(dot, fields.names(), fields.span(), fields.span().from());
        }
        if (expression instanceof Variable variable) {
            int behind = variable.span().from() + variable.name().length();
            return fields(variable(variable.name()).value, variable.names(), variable.span(), behind);
        }
        if (expression instanceof Chain chain) {
            return fields(
                    value(chain.of(), dot),
                    chain.names(),
                    chain.span(),
                    chain.of().span().to());
        }
        if (expression instanceof Call call) {
            return call(call, new Given(call.span(), List.of(), List.of()), dot);
        }
        return expression instanceof Pipe pipe ? value(pipe, dot) : null;
    }

    /** @param at where the first name stands */
    private @Nullable Object fields(@Nullable Object of, List<String> names, Span span, int at) {
        Object value = of;
        // Go tells the place of the second name where there are more.
        int shown = names.size() > 1 ? at + 1 + names.get(0).length() : span.from();
        for (String name : names) {
            Optional<String> fault = FieldFaults.of(value, name);
            if (fault.isPresent()) {
                throw origin.failed(shown, text(span), fault.get());
            }
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }

    private String text(Span span) {
        return origin.text().substring(span.from(), span.to());
    }
}
