package io.outrider.jobspec.hcl.function;

import static io.outrider.jobspec.hcl.function.table.Table.text;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.encoding.EncodingFunctions;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.jobspec.regexp.RegexpException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Functions that read files. */
final class FileFunctions {
    /** A job carries its files to every node. */
    private static final int MAX_BYTES = 16 << 20;

    private final FileAccess files;

    private FileFunctions(FileAccess files) {
        this.files = files;
    }

    private interface FileCode {
        Value call(List<Value> args) throws IOException;
    }

    static void add(Table table, FileAccess files) {
        FileFunctions all = new FileFunctions(files);
        all.add(table, "abspath", args -> Value.str(files.resolve(text(args, 0)).toString()));
        all.add(table, "basename", args -> all.pure(baseName(text(args, 0))));
        all.add(table, "dirname", args -> all.pure(directoryName(text(args, 0))));
        all.add(table, "pathexpand", args -> Value.str(all.expanded(text(args, 0))));
        all.add(table, "fileexists", args -> Value.bool(all.exists(text(args, 0))));
        all.add(table, "file", args -> Value.str(all.content(text(args, 0))));
        all.add(table, "filebase64", args -> Value.str(EncodingFunctions.base64(files.read(text(args, 0), MAX_BYTES))));
        table.fixed("fileset", (a, b) -> guarded(a, all::set), text("path"), text("pattern"));
    }

    private void add(Table table, String name, FileCode code) {
        table.fixed(name, (args, budget) -> guarded(args, code), text("path"));
    }

    private static Value guarded(List<Value> args, FileCode code) {
        String name = text(args, 0);
        try {
            return code.call(args);
        } catch (NoSuchFileException missing) {
            throw new FunctionException("no file exists at " + name);
        } catch (CharacterCodingException binary) {
            throw new FunctionException("contents of " + name
                    + " are not valid UTF-8; use the filebase64 function to obtain the Base64 encoded contents");
        } catch (IOException failed) {
            throw new FunctionException(failed.getMessage() == null ? "cannot read " + name : failed.getMessage());
        } catch (InvalidPathException | RegexpException wrong) {
            throw new FunctionException("invalid path or pattern: " + wrong.getMessage());
        }
    }

    /** Names only, but where files are off these are off too. */
    private Value pure(String result) throws IOException {
        files.resolve(".");
        return Value.str(result);
    }

    private static String baseName(String path) {
        String trimmed = path.replaceFirst("/+$", "");
        return path.isEmpty() ? "." : trimmed.isEmpty() ? "/" : trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    private static String directoryName(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 0) {
            return ".";
        }
        String cleaned =
                Path.of(slash == 0 ? "/" : path.substring(0, slash)).normalize().toString();
        return cleaned.isEmpty() ? "." : cleaned;
    }

    private String expanded(String path) throws IOException {
        files.resolve(".");
        boolean home = path.equals("~") || path.startsWith("~/");
        if (path.startsWith("~") && !home) {
            throw new IOException("cannot expand user-specific home dir");
        }
        return home ? files.home() + path.substring(1) : path;
    }

    private boolean exists(String name) throws IOException {
        Path path = files.resolve(name);
        if (java.nio.file.Files.isDirectory(path)) {
            throw new IOException(name + " is not a regular file, but \"directory\"");
        }
        return java.nio.file.Files.exists(path);
    }

    private String content(String name) throws IOException {
        return EncodingFunctions.utf8(files.read(name, MAX_BYTES));
    }

    private Value set(List<Value> args) throws IOException {
        Glob glob = new Glob(text(args, 1));
        String directory = text(args, 0);
        String start = glob.fixedFolders().isEmpty() ? directory : directory + "/" + glob.fixedFolders();
        Path root = files.resolve(directory);
        try {
            Path from = files.resolve(start);
            List<Value> names = files.list(start).stream()
                    .filter(path -> glob.matches(path.toString().replace('\\', '/')))
                    .map(path -> Value.str(
                            root.relativize(from.resolve(path)).toString().replace('\\', '/')))
                    .toList();
            return Value.set(Type.STRING, names);
        } catch (NoSuchFileException | NotDirectoryException none) {
            return Value.set(Type.STRING, List.of());
        }
    }
}
