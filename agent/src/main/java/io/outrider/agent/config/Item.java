package io.outrider.agent.config;

import io.outrider.jobspec.hcl.Range;
import java.math.BigDecimal;
import java.util.List;

/** What a config file says, the same for HCL and JSON; every part knows its place. */
sealed interface Item {

    Range range();

    /** In words for people. */
    String what();

    /** Text. */
    record Text(String text, Range range) implements Item {
        @Override
        public String what() {
            return "text";
        }
    }

    /** A number. */
    record Figure(BigDecimal value, Range range) implements Item {
        @Override
        public String what() {
            return "a number";
        }
    }

    /** True or false. */
    record Truth(boolean value, Range range) implements Item {
        @Override
        public String what() {
            return value ? "true" : "false";
        }
    }

    /** A list. */
    record Many(List<Item> items, Range range) implements Item {
        @Override
        public String what() {
            return "a list";
        }
    }

    /** A block or an object: in the older HCL they are one. A name may come twice. */
    record Fields(List<Field> fields, Range range) implements Item {
        @Override
        public String what() {
            return "a block";
        }
    }

    /** Something that is no plain value. */
    record Unusable(Range range) implements Item {
        @Override
        public String what() {
            return "an expression";
        }
    }

    /** One entry of a block. */
    record Field(String name, Range nameRange, Item value) {}
}
