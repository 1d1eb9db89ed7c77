package io.outrider.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.IndexGate.Added;
import io.outrider.streams.IndexGate.Batch;
import io.outrider.streams.IndexGate.Ignored;
import io.outrider.streams.IndexGate.Pulled;
import io.outrider.streams.IndexGate.Removed;
import io.outrider.streams.IndexGate.Snapshot;
import io.outrider.streams.IndexGate.Updated;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class IndexGateTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final IndexGate<String, String> gate = new IndexGate<>();

    @Test
    void oldListCannotRemoveAndANewOneCan() {
        assertThat(gate.accept(full(100, "A", 40)).decisions()).containsExactly(new Added<>("A", 40, "A@40"));
        Batch<String, String> old = gate.accept(new Snapshot<>(90, Map.of(), Map.of()));
        assertThat(old.accepted()).isFalse();
        assertThat(old.refusal()).contains("90", "100");
        assertThat(gate.accept(new Snapshot<>(110, Map.of(), Map.of())).decisions())
                .containsExactly(new Removed<>("A", 40));
        assertThat(gate.dropped()).isOne();
    }

    @Test
    void absenceIsNoRemovalWhileTheHeldIndexIsAsNewAsTheList() {
        gate.accept(full(100, "A", 120));
        assertThat(gate.accept(new Snapshot<>(120, Map.of(), Map.of())).decisions())
                .containsExactly(new Ignored<>("A", 120));
        assertThat(gate.accept(new Snapshot<>(121, Map.of(), Map.of())).decisions())
                .containsExactly(new Removed<>("A", 120));
    }

    @Test
    void onlyAHigherModifyIndexUpdates() {
        gate.accept(full(100, "A", 40));
        assertThat(gate.accept(full(101, "A", 40)).decisions()).containsExactly(new Ignored<>("A", 40));
        assertThat(gate.accept(full(102, "A", 39)).decisions()).containsExactly(new Ignored<>("A", 40));
        assertThat(gate.accept(full(103, "A", 41)).decisions()).containsExactly(new Updated<>("A", 41, "A@41"));
    }

    @Test
    void removedComesBeforeUpdatedBeforeAddedBeforeIgnored() {
        gate.accept(Snapshot.full(10, Map.of("gone", at("gone", 1), "new", at("new", 2), "same", at("same", 3))));
        Map<String, Pulled<String>> next =
                Map.of("new", at("new", 20), "same", at("same", 3), "first", at("first", 20));
        assertThat(gate.accept(Snapshot.full(20, next)).decisions())
                .containsExactly(
                        new Removed<>("gone", 1),
                        new Updated<>("new", 20, "new@20"),
                        new Added<>("first", 20, "first@20"),
                        new Ignored<>("same", 3));
    }

    @Test
    void incompleteSnapshotChangesNothingAndMayComeAgainComplete() {
        gate.accept(full(100, "A", 40));
        Map<String, Long> listed = Map.of("A", 41L);
        assertThat(gate.wanted(listed)).containsExactly("A");
        assertThat(gate.accept(new Snapshot<>(101, listed, Map.of())).accepted())
                .isFalse();
        Snapshot<String, String> stale = new Snapshot<>(101, listed, Map.of("A", at("A", 40)));
        assertThat(gate.accept(stale).accepted()).isFalse();
        assertThat(gate.held()).containsExactly(Map.entry("A", 40L));
        assertThat(gate.accept(full(101, "A", 41)).decisions()).containsExactly(new Updated<>("A", 41, "A@41"));
        assertThat(gate.wanted(listed)).isEmpty();
    }

    @Test
    void restoredKeysAreHeldFromTheStart() {
        IndexGate<String, String> restored = new IndexGate<>(Map.of("A", 40L, "B", 50L));
        assertThat(restored.accept(full(60, "A", 40)).decisions())
                .containsExactlyInAnyOrder(new Removed<>("B", 50), new Ignored<>("A", 40));
    }

    @Test
    void operatorEmitsOneBatchForEachAcceptedSnapshot() {
        Flux<Snapshot<String, String>> answers =
                Flux.just(full(5, "A", 1), full(5, "A", 9), full(4, "A", 9), full(6, "A", 1));
        StepVerifier.create(gate.decisions(answers).map(Batch::index))
                .expectNext(5L, 6L)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(List.of(gate.dropped(), gate.lastIndex())).containsExactly(2L, 6L);
    }

    private static Snapshot<String, String> full(long index, String key, long modifyIndex) {
        return Snapshot.full(index, Map.of(key, at(key, modifyIndex)));
    }

    private static Pulled<String> at(String key, long modifyIndex) {
        return new Pulled<>(modifyIndex, key + "@" + modifyIndex);
    }
}
