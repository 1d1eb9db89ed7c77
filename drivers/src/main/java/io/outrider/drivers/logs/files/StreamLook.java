package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.File;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Single looks at a stream. They return null where nothing was ever collected. */
final class StreamLook {

    private StreamLook() {}

    static LogStore.@Nullable Extent extent(StreamPaths paths) {
        try (Fd side = Fd.open(paths.side(), Fd.READ | Fd.NO_FOLLOW)) {
            SideIndex index = new SideIndex();
            index.readOn(side, side.seekEnd());
            Map.Entry<Long, Long> last = index.bases().lastEntry();
            if (last == null) {
                return new LogStore.Extent(0, 0, false);
            }
            long end = last.getValue() + paths.segment(last.getKey()).toFile().length();
            return new LogStore.Extent(
                    oldest(paths, index, end), end, index.detachedAt().isPresent());
        } catch (PosixException e) {
            return nullIfMissing(e);
        }
    }

    static @Nullable Long offsetAt(StreamPaths paths, long millis) {
        LogStore.Extent extent = extent(paths);
        if (extent == null) {
            return null;
        }
        long[] found = {extent.oldest()};
        try (Fd side = Fd.open(paths.side(), Fd.READ | Fd.NO_FOLLOW)) {
            SideIndex.each(side, 0, side.seekEnd(), entry -> {
                if (entry.kind() == SideEntry.Kind.TIME && entry.timeMillis() <= millis) {
                    found[0] = Math.max(found[0], entry.offset());
                }
            });
            return found[0];
        } catch (PosixException e) {
            return nullIfMissing(e);
        }
    }

    private static long oldest(StreamPaths paths, SideIndex index, long end) {
        for (Map.Entry<Long, Long> segment : index.bases().entrySet()) {
            File file = paths.segment(segment.getKey()).toFile();
            if (file.exists()) {
                return segment.getValue();
            }
        }
        return end;
    }

    private static <T> @Nullable T nullIfMissing(PosixException e) {
        if (e.is(Errno.ENOENT)) {
            return null;
        }
        throw e;
    }
}
