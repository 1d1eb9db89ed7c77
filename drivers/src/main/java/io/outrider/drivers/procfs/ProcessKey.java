package io.outrider.drivers.procfs;

/**
 * Names one process of this boot: a pid alone is given away again.
 *
 * @param pid its number
 * @param startTicks clock ticks from boot to its start
 */
public record ProcessKey(int pid, long startTicks) {

    /** Whether this very process is there and has not ended. A zombie has ended. */
    public boolean isAlive() {
        return ProcStat.read(pid)
                .filter(stat -> stat.key().equals(this) && !stat.hasEnded())
                .isPresent();
    }
}
