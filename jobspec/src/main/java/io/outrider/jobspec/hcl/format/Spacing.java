package io.outrider.jobspec.hcl.format;

import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.List;
import java.util.Set;

/** What stands between two pieces of one line: a space or nothing. */
final class Spacing {

    private static final Set<TokenType> TIGHT_AFTER =
            Set.of(TokenType.OPEN_PAREN, TokenType.OPEN_BRACKET, TokenType.DOT, TokenType.NOT);
    private static final Set<TokenType> TIGHT_BEFORE =
            Set.of(TokenType.CLOSE_PAREN, TokenType.CLOSE_BRACKET, TokenType.DOT, TokenType.COMMA, TokenType.ELLIPSIS);

    private Spacing() {}

    /** The pieces as one text. */
    static String join(List<Piece> pieces) {
        if (pieces.size() == 1) {
            return pieces.get(0).text();
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            if (i > 0 && spaced(pieces, i)) {
                out.append(' ');
            }
            out.append(pieces.get(i).text());
        }
        return out.toString();
    }

    private static boolean spaced(List<Piece> pieces, int right) {
        Piece before = pieces.get(right - 1);
        Piece after = pieces.get(right);
        if (before.isComment() || after.isComment()) {
            return true;
        }
        if (before.is(TokenType.NUMBER) && after.is(TokenType.DOT)) {
            // Glued, the two and what follows could be read as one number.
            return !after.glued();
        }
        if (TIGHT_AFTER.contains(before.type()) || TIGHT_BEFORE.contains(after.type())) {
            return false;
        }
        return switch (after.type()) {
            case OPEN_PAREN -> !(before.is(TokenType.IDENT) && before.endsOperand());
            case OPEN_BRACKET -> !before.endsOperand();
            case CLOSE_BRACE -> !before.is(TokenType.OPEN_BRACE);
            default -> !isUnaryMinus(pieces, right - 1);
        };
    }

    private static boolean isUnaryMinus(List<Piece> pieces, int at) {
        return pieces.get(at).is(TokenType.MINUS)
                && (at == 0 || !pieces.get(at - 1).endsOperand());
    }
}
