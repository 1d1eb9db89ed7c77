package io.outrider.jobspec.hcl.ast;

import io.outrider.jobspec.hcl.ast.Expr.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the names that expressions refer to. Never recurses. */
public final class References {
    private References() {}

    /** All variables below an expression in source order, names bound by {@code for} included. */
    public static List<Expr.Variable> in(Expr expr) {
        List<Expr.Variable> found = new ArrayList<>();
        Deque<Expr> open = new ArrayDeque<>();
        open.push(expr);
        while (!open.isEmpty()) {
            Expr next = open.pop();
            if (next instanceof Expr.Variable variable) {
                found.add(variable);
            }
            List<Expr> parts = next.accept(Parts.INSTANCE);
            for (int i = parts.size() - 1; i >= 0; i--) {
                open.push(parts.get(i));
            }
        }
        return found;
    }

    /** Names that some {@code for} below an expression binds. */
    public static Set<String> bound(Expr expr) {
        Set<String> names = new HashSet<>();
        Deque<Expr> open = new ArrayDeque<>();
        open.push(expr);
        while (!open.isEmpty()) {
            Expr next = open.pop();
            Expr.For loop = next instanceof Expr.For own ? own : next instanceof Expr.Join join ? join.loop() : null;
            if (loop != null) {
                names.add(loop.names().value());
                names.add(String.valueOf(loop.names().key()));
            }
            next.accept(Parts.INSTANCE).forEach(open::push);
        }
        return names;
    }

    /** The direct parts of an expression. */
    private enum Parts implements Expr.Visitor<List<Expr>> {
        INSTANCE;

        @Override
        public List<Expr> literal(Expr.Literal expr) {
            return List.of();
        }

        @Override
        public List<Expr> template(Expr.Template expr) {
            return expr.parts();
        }

        @Override
        public List<Expr> wrap(Expr.Wrap expr) {
            return List.of(expr.inner());
        }

        @Override
        public List<Expr> join(Expr.Join expr) {
            return List.of(expr.loop());
        }

        @Override
        public List<Expr> parens(Expr.Parens expr) {
            return List.of(expr.inner());
        }

        @Override
        public List<Expr> variable(Expr.Variable expr) {
            return List.of();
        }

        @Override
        public List<Expr> relative(Expr.Relative expr) {
            return List.of(expr.source());
        }

        @Override
        public List<Expr> index(Expr.Index expr) {
            return List.of(expr.collection(), expr.key());
        }

        @Override
        public List<Expr> splat(Expr.Splat expr) {
            return List.of(expr.source(), expr.each());
        }

        @Override
        public List<Expr> item(Expr.Item expr) {
            return List.of();
        }

        @Override
        public List<Expr> call(Expr.Call expr) {
            return expr.args();
        }

        @Override
        public List<Expr> conditional(Expr.Conditional expr) {
            return List.of(expr.condition(), expr.yes(), expr.no());
        }

        @Override
        public List<Expr> binary(Expr.Binary expr) {
            return List.of(expr.left(), expr.right());
        }

        @Override
        public List<Expr> unary(Expr.Unary expr) {
            return List.of(expr.operand());
        }

        @Override
        public List<Expr> tuple(Expr.Tuple expr) {
            return expr.items();
        }

        @Override
        public List<Expr> struct(Expr.Struct expr) {
            List<Expr> parts = new ArrayList<>();
            for (Field field : expr.fields()) {
                parts.add(field.key());
                parts.add(field.value());
            }
            return parts;
        }

        @Override
        public List<Expr> loop(Expr.For expr) {
            List<Expr> parts = new ArrayList<>(List.of(expr.source()));
            if (expr.key() != null) {
                parts.add(expr.key());
            }
            parts.add(expr.value());
            if (expr.condition() != null) {
                parts.add(expr.condition());
            }
            return parts;
        }
    }
}
