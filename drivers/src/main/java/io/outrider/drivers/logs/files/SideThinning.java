package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Fd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses what of a side file is still of use: all of the kept segments, the newest restarts, times further apart. */
final class SideThinning {

    private final int most;
    private final Deque<SideEntry> restarts = new ArrayDeque<>();
    private List<SideEntry> times = new ArrayList<>();
    private @Nullable SideEntry end;

    /**
     * @param most restarts, and times, that are kept
     */
    SideThinning(int most) {
        this.most = most;
    }

    List<SideEntry> of(Fd file, long size, SideIndex index) {
        Map.Entry<Long, Long> first = index.bases().firstEntry();
        long oldest = first == null ? 0 : first.getValue();
        SideIndex.each(file, 0, size, entry -> take(entry, oldest));
        while (times.size() > most) {
            keepEverySecondTime();
        }
        List<SideEntry> kept = new ArrayList<>();
        index.bases().forEach((number, base) -> kept.add(new SideEntry(SideEntry.Kind.SEGMENT, number, base, 0, 0)));
        kept.addAll(times);
        kept.addAll(restarts);
        if (end != null) {
            kept.add(end);
        }
        return kept;
    }

    private void take(SideEntry entry, long oldest) {
        switch (entry.kind()) {
            case TIME -> takeTime(entry, oldest);
            case RESTART -> takeRestart(entry);
            case DETACHED, ATTACHED -> end = entry;
            default -> {
                // Segments come from the index, which has forgotten those that were removed.
            }
        }
    }

    // The last one before the oldest segment stays: it tells when that began.
    private void takeTime(SideEntry entry, long oldest) {
        if (entry.offset() <= oldest) {
            times.clear();
        }
        times.add(entry);
    }

    // The newest always stays, wherever it is: its number and nonce go on.
    private void takeRestart(SideEntry entry) {
        SideEntry last = restarts.peekLast();
        if (last != null && last.offset() == entry.offset()) {
            restarts.pollLast();
        }
        restarts.add(entry);
        if (restarts.size() > most) {
            restarts.poll();
        }
    }

    private void keepEverySecondTime() {
        List<SideEntry> kept = new ArrayList<>();
        for (int i = 0; i < times.size(); i += 2) {
            kept.add(times.get(i));
        }
        times = kept;
    }
}
