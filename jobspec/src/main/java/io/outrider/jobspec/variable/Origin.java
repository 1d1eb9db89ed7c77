package io.outrider.jobspec.variable;

/** Where a value comes from. */
enum Origin {
    DEFAULT("default", "Invalid value for variable"),
    ENVIRONMENT("env", "Invalid value for variable"),
    FILE("varfile", "Invalid value for variable"),
    ARGUMENT("cmd", "Invalid argument value for -var variable");

    private final String word;
    private final String wrongType;

    Origin(String word, String wrongType) {
        this.word = word;
        this.wrongType = wrongType;
    }

    String word() {
        return word;
    }

    /** The summary for a value that does not fit the variable's type. */
    String wrongType() {
        return wrongType;
    }
}
