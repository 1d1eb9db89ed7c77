package io.outrider.agent.local.files;

import io.outrider.agent.local.files.FileException.Kind;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.FileFacts;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The directory of one alloc. Every step of a path is opened in the directory opened before it, and links are read and
 * walked here: whatever tasks swap meanwhile, what is reached lies below the alloc's directory. Links that stay inside
 * are followed. Blocking; all failures are {@link FileException}.
 */
public final class AllocTree {

    private static final int MOST_LINKS = 40;

    private final Path root;
    private final Set<String> tasks;

    /**
     * @param root the alloc's directory
     * @param tasks names of its tasks: their secrets may be looked at and not read
     */
    public AllocTree(Path root, Set<String> tasks) {
        this.root = root;
        this.tasks = Set.copyOf(tasks);
    }

    /** What is in a directory, in the order of the names; links are told themselves, not what they lead to. */
    public List<FileInfo> list(String path) {
        try (Found found = find(path, "open")) {
            if (!found.facts().isDirectory()) {
                throw new FileException(Kind.NO_DIRECTORY, "open " + shown(path) + ": not a directory");
            }
            return list(found);
        } catch (PosixException | IOException e) {
            throw failed(path, e);
        }
    }

    private static List<FileInfo> list(Found found) throws IOException {
        List<FileInfo> all = new ArrayList<>();
        // Behind the dot is the very directory that was found: the last step itself may not be a link.
        try (Folder folder = Folder.open(found.fd().path().resolve("."));
                DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path())) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                try (Fd fd = folder.find(name)) {
                    if (fd != null) {
                        all.add(FileInfo.of(name, fd.facts()));
                    }
                }
            }
        }
        all.sort((one, other) -> one.name().compareTo(other.name()));
        return all;
    }

    /** What stands at a path, and what its content looks like. Only plain files are opened: a FIFO keeps nobody. */
    public FileInfo stat(String path) {
        try (Found found = find(path, "stat")) {
            FileInfo info = FileInfo.of(found.name(), found.facts());
            String known = ContentTypes.ofName(found.name());
            if (!known.isEmpty() && !found.facts().isDirectory()) {
                return info.withContentType(known);
            }
            return info.withContentType(found.facts().isRegular() ? looksLike(found) : ContentTypes.UNKNOWN);
        } catch (PosixException e) {
            throw failed(path, e);
        }
    }

    private static String looksLike(Found found) {
        try (Fd open = found.fd().reopen(Fd.READ | Fd.NONBLOCK)) {
            byte[] begin = new byte[ContentTypes.SNIFFED];
            int length = open.readAt(begin, begin.length, 0);
            return length == 0 ? ContentTypes.UNKNOWN : ContentTypes.of(begin, length);
        }
    }

    /** Opens a plain file to be read; the caller closes it. */
    public Fd open(String path) {
        try (Found found = find(path, "stat")) {
            if (found.facts().isDirectory()) {
                throw new FileException(Kind.DIRECTORY, "file \"" + path + "\" is a directory");
            }
            if (isSecret(found.place())) {
                String kind = found.place().get(1).equals("private") ? "private" : "secret";
                throw new FileException(Kind.PROHIBITED, "Reading " + kind + " file prohibited: " + path);
            }
            if (!found.facts().isRegular()) {
                throw new FileException(Kind.SPECIAL, "file \"" + path + "\" is not a plain file");
            }
            return found.fd().reopen(Fd.READ | Fd.NONBLOCK);
        } catch (PosixException e) {
            throw failed(path, e);
        }
    }

    private boolean isSecret(List<String> place) {
        return place.size() > 2
                && tasks.contains(place.get(0))
                && (place.get(1).equals("secrets") || place.get(1).equals("private"));
    }

    /** How the path is told to people: where it would be on this machine. */
    public String shown(String path) {
        return root.resolve(String.join("/", steps(path))).toString();
    }

    private Found find(String path, String call) {
        Deque<String> left = new ArrayDeque<>(steps(path));
        String name = left.isEmpty() ? String.valueOf(root.getFileName()) : left.getLast();
        try (Walk walk = new Walk(Folder.open(root))) {
            return walk(walk, left, name);
        } catch (PosixException e) {
            throw refused(call, path, e);
        }
    }

    private Found walk(Walk walk, Deque<String> left, String name) {
        int links = 0;
        while (!left.isEmpty()) {
            String step = left.poll();
            if (step.equals("..")) {
                walk.up();
                continue;
            }
            Fd fd = walk.here().find(step);
            if (fd == null) {
                throw new PosixException("open", step, Errno.ENOENT);
            }
            FileFacts facts = fd.facts();
            if (facts.isLink()) {
                follow(walk, fd, left);
                if (++links > MOST_LINKS) {
                    throw new PosixException("open", step, Errno.ELOOP);
                }
            } else if (left.isEmpty()) {
                return new Found(fd, facts, walk.place(step), name);
            } else {
                fd.close();
                walk.down(step);
            }
        }
        Fd dir = Fd.open(walk.here().path().resolve("."), Fd.NAME_ONLY | Fd.DIRECTORY);
        return new Found(dir, dir.facts(), walk.place(), name);
    }

    private void follow(Walk walk, Fd link, Deque<String> left) {
        String target;
        try (link) {
            target = link.linkTarget();
        }
        List<String> more = new ArrayList<>();
        if (target.startsWith("/")) {
            Path absolute = Path.of(target);
            if (!absolute.startsWith(root)) {
                throw escapes();
            }
            walk.toRoot();
            root.relativize(absolute).forEach(step -> more.add(step.toString()));
        } else {
            Path.of(target).forEach(step -> more.add(step.toString()));
        }
        for (int i = more.size() - 1; i >= 0; i--) {
            if (!more.get(i).isEmpty() && !more.get(i).equals(".")) {
                left.push(more.get(i));
            }
        }
    }

    /** A path as people write it: dots are taken back first, and none may lead above the top. */
    private static List<String> steps(String path) {
        // The system would see only what stands before it: another name than the one that is judged here.
        if (path.indexOf('\0') >= 0) {
            throw new FileException(Kind.SPECIAL, "open " + path.replace("\0", "\\x00") + ": invalid argument");
        }
        Deque<String> steps = new ArrayDeque<>();
        for (String step : path.split("/")) {
            if (step.equals("..")) {
                if (steps.pollLast() == null) {
                    throw escapes();
                }
            } else if (!step.isEmpty() && !step.equals(".")) {
                steps.add(step);
            }
        }
        return List.copyOf(steps);
    }

    private static FileException escapes() {
        return new FileException(Kind.ESCAPES, "Path escapes the alloc directory");
    }

    private FileException refused(String call, String path, PosixException e) {
        if (e.is(Errno.ENOENT)) {
            return new FileException(Kind.MISSING, call + " " + shown(path) + ": no such file or directory");
        }
        if (e.is(Errno.ENOTDIR)) {
            return new FileException(Kind.NO_DIRECTORY, call + " " + shown(path) + ": not a directory");
        }
        return failed(path, e);
    }

    private FileException failed(String path, Exception e) {
        return new FileException(Kind.FAILED, shown(path) + ": " + e.getMessage());
    }

    /** Directories that are open, from the top down to where the walk is. */
    private static final class Walk implements AutoCloseable {
        private final Deque<Folder> open = new ArrayDeque<>();
        private final Deque<String> names = new ArrayDeque<>();

        Walk(Folder root) {
            open.add(root);
        }

        Folder here() {
            return open.getLast();
        }

        void down(String name) {
            open.add(here().folder(name));
            names.add(name);
        }

        void up() {
            if (names.pollLast() == null) {
                throw escapes();
            }
            open.removeLast().close();
        }

        void toRoot() {
            while (!names.isEmpty()) {
                up();
            }
        }

        List<String> place(String... last) {
            List<String> place = new ArrayList<>(names);
            place.addAll(List.of(last));
            return place;
        }

        @Override
        public void close() {
            open.forEach(Folder::close);
        }
    }

    /** What a path leads to: named, not opened. */
    private record Found(Fd fd, FileFacts facts, List<String> place, String name) implements AutoCloseable {
        @Override
        public void close() {
            fd.close();
        }
    }
}
