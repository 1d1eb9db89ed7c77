package io.outrider.rules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * What the poms say.
 *
 * @param modules of the root pom, in its order
 * @param uses the modules that each module's pom depends on, in any scope
 */
record ModuleGraph(List<String> modules, Map<String, List<String>> uses) {

    private static final String OURS = "/project/dependencies/dependency[groupId='io.outrider']/artifactId";

    static ModuleGraph read(Path root) {
        List<String> modules = texts(root.resolve("pom.xml"), "/project/modules/module");
        Map<String, List<String>> uses = new LinkedHashMap<>();
        for (String module : modules) {
            uses.put(
                    module,
                    texts(root.resolve(module).resolve("pom.xml"), OURS).stream()
                            .map(artifact -> artifact.replaceFirst("outrider-", ""))
                            .distinct()
                            .toList());
        }
        return new ModuleGraph(modules, uses);
    }

    /** Dependencies that do not stand before their user in the order of the modules. */
    List<String> upward() {
        List<String> upward = new ArrayList<>();
        uses.forEach((module, used) -> used.stream()
                .filter(other -> modules.indexOf(other) >= modules.indexOf(module) || !modules.contains(other))
                .forEach(other -> upward.add(module + " -> " + other)));
        return upward;
    }

    private static List<String> texts(Path pom, String path) {
        List<String> texts = new ArrayList<>();
        NodeList nodes = nodes(pom, path);
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().trim());
        }
        return texts;
    }

    private static NodeList nodes(Path pom, String path) {
        try {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            XPath query = XPathFactory.newInstance().newXPath();
            return (NodeList) query.evaluate(path, document, XPathConstants.NODESET);
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(path, e);
        } catch (Exception e) {
            throw new IllegalStateException("cannot read " + pom, e);
        }
    }
}
