package io.outrider.state.store;

class MemoryStoreTest extends StateStoreContract {
    @Override
    protected StateStore create(JournalLimits limits) {
        return new MemoryStore(limits);
    }

    @Override
    protected StateStore reopen(StateStore closed, JournalLimits limits) {
        return closed;
    }
}
