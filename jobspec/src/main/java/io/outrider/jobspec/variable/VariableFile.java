package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Body.Texts;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.json.HclJson;
import io.outrider.jobspec.hcl.syntax.Hcl;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a file of values, HCL or JSON. */
final class VariableFile {
    private VariableFile() {}

    /** The values by name, in file order. */
    static Map<String, Given> read(Source file, Evaluator constants) {
        Diagnostics diagnostics = constants.context().diagnostics();
        Body body = HclJson.isJson(file)
                ? HclJson.file(file, constants.context().limits(), diagnostics).named(Texts.LITERAL)
                : Hcl.file(file, constants.context().limits(), diagnostics);
        body.blocks().forEach(block -> refuse(block, file, diagnostics));
        Map<String, Given> values = new LinkedHashMap<>();
        body.attributes()
                .values()
                .forEach(a -> values.put(
                        a.name(),
                        new Given(constants.evaluate(a.value()), a.value().range(), Origin.FILE)));
        return values;
    }

    private static void refuse(Block block, Source file, Diagnostics diagnostics) {
        boolean variable = block.type().equals("variable") && !block.labels().isEmpty();
        if (!variable) {
            diagnostics.error(
                    "Unsupported block type",
                    "A variable file holds values only, such as name = \"value\".",
                    block.typeRange());
            return;
        }
        String name = block.labels().get(0).text();
        diagnostics.error(
                "Variable declaration in a .var file",
                "A .var file is used to assign values to variables that have already been declared in job files, not to"
                        + " declare new variables. To declare variable \"" + name
                        + "\", place this block in one of your job files.\n\nTo set a value for this variable in "
                        + file.name() + ", use the definition syntax instead:\n    " + name + " = <value>",
                block.typeRange());
    }
}
