package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.lex.Token;

/** Says what is wrong with a character that no token holds. */
final class InvalidCharacters {
    private InvalidCharacters() {}

    static SyntaxException failure(TokenStream tokens, Token token) {
        String text = tokens.text(token);
        String summary = "Invalid character";
        String detail = "This character is not used within the language.";
        if (Source.isBroken(text.charAt(0))) {
            summary = "Invalid character encoding";
            detail = "All input files must be UTF-8 encoded. Ensure that UTF-8 encoding is selected in your editor.";
        } else if ("&|^~".contains(text)) {
            summary = "Unsupported operator";
            detail = "Bitwise operators are not supported." + meant(text);
        } else if ("'".equals(text)) {
            detail = "Single quotes are not valid. Use double quotes (\") to enclose strings.";
        } else if ("`".equals(text)) {
            detail = "The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\" syntax,"
                    + " like \"<<EOT\".";
        } else if (";".equals(text)) {
            detail = "The \";\" character is not valid. Use newlines to separate arguments and blocks, and commas to"
                    + " separate items in collection values.";
        }
        return tokens.failure(summary, detail, tokens.range(token));
    }

    private static String meant(String text) {
        return switch (text) {
            case "&" -> " Did you mean boolean AND (\"&&\")?";
            case "|" -> " Did you mean boolean OR (\"||\")?";
            case "~" -> " Did you mean boolean NOT (\"!\")?";
            default -> "";
        };
    }
}
