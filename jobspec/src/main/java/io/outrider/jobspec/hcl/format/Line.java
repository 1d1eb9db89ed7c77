package io.outrider.jobspec.hcl.format;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.lex.TokenType;
import java.util.List;

/**
 * One line in the cells that are aligned with those of its neighbours.
 *
 * @param lead what comes first: all of it when there is nothing to align
 * @param assign from the {@code =} on, when what follows it is whole; or empty
 * @param comment a comment at the end of other things; or empty
 * @param brackets opened less closed
 */
record Line(String lead, String assign, String comment, int brackets) {

    static Line of(List<Piece> pieces) {
        int end = pieces.size();
        if (end > 1 && pieces.get(end - 1).isComment()) {
            end--;
        }
        int split = assignment(pieces.subList(0, end));
        return new Line(
                Spacing.join(pieces.subList(0, split)),
                Spacing.join(pieces.subList(split, end)),
                Spacing.join(pieces.subList(end, pieces.size())),
                brackets(pieces));
    }

    boolean isEmpty() {
        return lead.isEmpty();
    }

    /** Columns of the last row of lead and assignment. */
    int width() {
        return columns(assign.isEmpty() ? lead : lead + " " + assign);
    }

    int leadWidth() {
        return columns(lead);
    }

    private static int columns(String text) {
        return Source.graphemes(text.substring(text.lastIndexOf('\n') + 1));
    }

    /** Where the assignment begins; the end if there is none, or if it goes on in the next line. */
    private static int assignment(List<Piece> pieces) {
        for (int i = 1; i < pieces.size(); i++) {
            if (pieces.get(i).is(TokenType.ASSIGN)) {
                List<Piece> value = pieces.subList(i, pieces.size());
                boolean whole =
                        brackets(value) == 0 && value.stream().noneMatch(piece -> piece.is(TokenType.OPEN_HEREDOC));
                return whole ? i : pieces.size();
            }
        }
        return pieces.size();
    }

    private static int brackets(List<Piece> pieces) {
        return pieces.stream().mapToInt(Piece::brackets).sum();
    }
}
