package io.outrider.jobspec.hcl.format;

import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.Set;

/**
 * What is laid out as one: a token, a whole string or heredoc, or a comment.
 *
 * @param type of a token; {@code OPEN_QUOTE} stands for a whole string, {@code OPEN_HEREDOC} for a whole heredoc
 * @param text as it stands in the file; may hold line ends
 * @param glued whether it follows the piece before without a space
 */
record Piece(TokenType type, String text, boolean glued) {

    private static final Set<TokenType> OPENING =
            Set.of(TokenType.OPEN_BRACE, TokenType.OPEN_BRACKET, TokenType.OPEN_PAREN);
    private static final Set<TokenType> CLOSING =
            Set.of(TokenType.CLOSE_BRACE, TokenType.CLOSE_BRACKET, TokenType.CLOSE_PAREN);
    private static final Set<String> KEYWORDS = Set.of("for", "in", "if");
    private static final Set<TokenType> OPERAND_ENDS = Set.of(
            TokenType.IDENT,
            TokenType.NUMBER,
            TokenType.OPEN_QUOTE,
            TokenType.OPEN_HEREDOC,
            TokenType.CLOSE_BRACE,
            TokenType.CLOSE_BRACKET,
            TokenType.CLOSE_PAREN);

    boolean is(TokenType wanted) {
        return type == wanted;
    }

    boolean isComment() {
        return type == TokenType.COMMENT;
    }

    /** Brackets that this piece opens, less those that it closes. */
    int brackets() {
        return OPENING.contains(type) ? 1 : CLOSING.contains(type) ? -1 : 0;
    }

    /** Whether a value may end here, so that a bracket behind it is an index or a call, and a minus is a difference. */
    boolean endsOperand() {
        return OPERAND_ENDS.contains(type) && !isKeyword();
    }

    private boolean isKeyword() {
        return type == TokenType.IDENT && KEYWORDS.contains(text);
    }
}
