package io.outrider.jobspec.hcl.format;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.lex.Lexer;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.ArrayList;
import java.util.List;

/** Cuts a file into lines of pieces. Comments are found between the tokens; strings and heredocs stay whole. */
final class Pieces {

    private final String text;
    private final List<Token> tokens;
    private final List<List<Piece>> lines = new ArrayList<>();
    private List<Piece> line = new ArrayList<>();
    private int last;

    private Pieces(Source source) {
        this.text = source.text();
        this.tokens = Lexer.code(source);
        this.last = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /** The lines of the file, an empty list for an empty line; comments of several lines count as one. */
    static List<List<Piece>> lines(Source source) {
        Pieces pieces = new Pieces(source);
        pieces.cut();
        return pieces.lines;
    }

    private void cut() {
        int at = 0;
        while (!tokens.get(at).is(TokenType.END)) {
            Token token = tokens.get(at);
            comments(token.start());
            if (token.is(TokenType.NEWLINE)) {
                last = token.end();
                endLine();
                at++;
            } else {
                int end = endOf(at);
                add(token.type(), token.start(), tokens.get(end).end());
                at = end + 1;
            }
        }
        comments(text.length());
        if (!line.isEmpty()) {
            endLine();
        }
    }

    /** The index of the token that ends what begins here. */
    private int endOf(int from) {
        int open = 0;
        int at = from;
        while (true) {
            switch (tokens.get(at).type()) {
                case OPEN_QUOTE, OPEN_HEREDOC -> open++;
                case CLOSE_QUOTE, CLOSE_HEREDOC -> open--;
                default -> {}
            }
            if (open <= 0 || tokens.get(at + 1).is(TokenType.END)) {
                return at;
            }
            at++;
        }
    }

    /** Comments between the last piece and {@code limit}; a line comment ends where its NEWLINE token comes. */
    private void comments(int limit) {
        int at = last;
        while (at < limit) {
            if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2) + 2;
                add(TokenType.COMMENT, at, end);
                at = end;
            } else if (text.charAt(at) == '#' || text.startsWith("//", at)) {
                add(TokenType.COMMENT, at, limit);
                at = limit;
            } else {
                at++;
            }
        }
    }

    private void add(TokenType type, int start, int end) {
        String piece = text.substring(start, end);
        line.add(new Piece(type, type == TokenType.COMMENT ? piece.stripTrailing() : piece, start == last));
        last = end;
    }

    private void endLine() {
        lines.add(line);
        line = new ArrayList<>();
    }
}
