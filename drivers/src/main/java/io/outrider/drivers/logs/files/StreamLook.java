package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Single looks at a stream. They return null where nothing was ever collected. */
final class StreamLook {

    private StreamLook() {}

    static LogStore.@Nullable Extent extent(StreamPaths paths) {
        try (Fd side = Fd.open(paths.side(), Fd.READ | Fd.NO_FOLLOW)) {
            SideIndex index = new SideIndex();
            index.readOn(side, side.seekEnd());
            if (index.bases().isEmpty()) {
                return new LogStore.Extent(0, 0, 0, false);
            }
            return extent(paths, index, side.facts().uid());
        } catch (PosixException e) {
            return nullIfMissing(e);
        }
    }

    private static LogStore.Extent extent(StreamPaths paths, SideIndex index, int owner) {
        Map.Entry<Long, Long> last = index.bases().lastEntry();
        try (SegmentFolder folder = SegmentFolder.find(paths, owner)) {
            long size = folder == null ? 0 : Math.max(0, folder.size(last.getKey()));
            long end = last.getValue() + size;
            return new LogStore.Extent(
                    oldest(folder, index, end),
                    end,
                    last.getValue(),
                    index.detachedAt().isPresent());
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

    private static long oldest(@Nullable SegmentFolder folder, SideIndex index, long end) {
        for (Map.Entry<Long, Long> segment : index.bases().entrySet()) {
            if (folder != null && folder.size(segment.getKey()) >= 0) {
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
