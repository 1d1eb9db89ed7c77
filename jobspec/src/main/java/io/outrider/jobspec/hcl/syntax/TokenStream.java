package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tokens with a position; hides line ends where brackets make them meaningless; counts the nesting. */
final class TokenStream {
    private final Source source;
    private final List<Token> tokens;
    private final int maxDepth;
    private final Deque<Boolean> newlines = new ArrayDeque<>();
    private int[] closings = {};
    private int at;
    private int depth;

    TokenStream(Source source, List<Token> tokens, int maxDepth) {
        this.source = source;
        this.tokens = tokens;
        this.maxDepth = maxDepth;
        newlines.push(true);
    }

    Source source() {
        return source;
    }

    Token peek() {
        int i = at;
        while (Boolean.FALSE.equals(newlines.peek()) && tokens.get(i).is(TokenType.NEWLINE)) {
            i++;
        }
        return tokens.get(i);
    }

    Token next() {
        Token token = peek();
        while (tokens.get(at) != token) {
            at++;
        }
        if (!token.is(TokenType.END)) {
            at++;
        }
        return token;
    }

    boolean nextIs(TokenType type) {
        return peek().is(type);
    }

    /** Takes the next token if it has this type. */
    boolean take(TokenType type) {
        if (nextIs(type)) {
            next();
            return true;
        }
        return false;
    }

    void skipNewlines() {
        while (nextIs(TokenType.NEWLINE)) {
            next();
        }
    }

    void pushNewlines(boolean visible) {
        newlines.push(visible);
    }

    void popNewlines() {
        newlines.pop();
    }

    /** End of the last token read. */
    int lastEnd() {
        return at == 0 ? 0 : tokens.get(at - 1).end();
    }

    Range range(Token token) {
        return token.range(source);
    }

    Range range(int start, int end) {
        return new Range(source, start, end);
    }

    String text(Token token) {
        return source.text().substring(token.start(), token.end());
    }

    boolean isWord(Token token, String word) {
        return token.is(TokenType.IDENT)
                && token.end() - token.start() == word.length()
                && source.text().startsWith(word, token.start());
    }

    /** To be called when a rule nests; throws {@link LimitExceeded} when there is no room. */
    void enter() {
        if (++depth > maxDepth) {
            throw new LimitExceeded(
                    Diagnostic.error(
                            "Nesting too deep",
                            "Expressions and blocks may nest at most " + maxDepth + " levels.",
                            range(peek())),
                    true);
        }
    }

    void leave() {
        leave(1);
    }

    void leave(int levels) {
        depth -= levels;
    }

    /** A state to return to when a rule fails. */
    record Mark(int at, int depth, int newlines) {}

    Mark mark() {
        return new Mark(at, depth, newlines.size());
    }

    /** The bracket ahead that closes what is open, past pairs in between; the end if none does. Reads nothing. */
    Token closingBracket() {
        if (closings.length == 0) {
            closings = closings();
        }
        return tokens.get(closings[at]);
    }

    /** For each token the first bracket from it on that closes one from before it, else the end. */
    private int[] closings() {
        int[] found = new int[tokens.size()];
        Map<Integer, Integer> nearest = new HashMap<>();
        int level = 0;
        for (int i = found.length - 1; i >= 0; i--) {
            if (tokens.get(i).is(TokenType.CLOSE_BRACKET)) {
                nearest.put(++level, i);
            } else if (tokens.get(i).is(TokenType.OPEN_BRACKET)) {
                level--;
            }
            found[i] = nearest.getOrDefault(level, found.length - 1);
        }
        return found;
    }

    List<Token> all() {
        return tokens;
    }

    /** Forgets the nesting since the mark, then skips the rest of the broken item. */
    void recover(Mark mark) {
        depth = mark.depth();
        while (newlines.size() > mark.newlines()) {
            newlines.pop();
        }
        skipItem(mark.at());
    }

    /**
     * To the line end after the item, or to the closing brace around it; brackets of the item are balanced. A bracket
     * that is never closed ends where a line looks like the next item.
     */
    private void skipItem(int start) {
        Deque<TokenType> open = new ArrayDeque<>();
        for (int i = start; i < at; i++) {
            balance(tokens.get(i).type(), open);
        }
        while (!tokens.get(at).is(TokenType.END)) {
            TokenType type = tokens.get(at).type();
            boolean ends = open.isEmpty() && (type == TokenType.NEWLINE || type == TokenType.CLOSE_BRACE);
            boolean unclosed = type == TokenType.NEWLINE && open.peek() != TokenType.OPEN_BRACE && startsItem(at + 1);
            if (ends || unclosed) {
                return;
            }
            balance(type, open);
            at++;
        }
    }

    private static void balance(TokenType type, Deque<TokenType> open) {
        switch (type) {
            case OPEN_BRACE, OPEN_BRACKET, OPEN_PAREN -> open.push(type);
            case CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN -> open.poll();
            default -> {
                // Nothing opens or closes.
            }
        }
    }

    private boolean startsItem(int index) {
        if (index + 1 >= tokens.size() || !tokens.get(index).is(TokenType.IDENT)) {
            return false;
        }
        TokenType next = tokens.get(index + 1).type();
        return next == TokenType.ASSIGN || next == TokenType.OPEN_BRACE || next == TokenType.OPEN_QUOTE;
    }

    SyntaxException failure(String summary, String detail, Range where) {
        return new SyntaxException(Diagnostic.error(summary, detail, where));
    }
}
