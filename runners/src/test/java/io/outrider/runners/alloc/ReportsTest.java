package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.alloc.Alloc.ClientPart;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportsTest {

    private final Reports reports = new Reports(Map.of("old", part("running", "d")), id -> true);

    private static ClientPart part(String status, String description) {
        return new ClientPart(status, description, Map.of(), null, null);
    }

    private static AllocUpdate update(String id, String status, String description) {
        return new AllocUpdate(id, null, part(status, description));
    }

    @Test
    void newestValueOfAnAllocWins() {
        reports.add(update("a", "pending", "1"));
        reports.add(update("a", "running", "2"));

        assertThat(reports.take()).containsExactly(update("a", "running", "2"));
        assertThat(reports.isEmpty()).isTrue();
    }

    @Test
    void changedStatusAndFirstFailureAreUrgent() {
        reports.add(update("a", "running", ""));
        assertThat(reports.urgent()).isFalse();
        reports.add(update("old", "running", "other words"));
        assertThat(reports.urgent()).isFalse();
        reports.add(update("old", "complete", ""));
        assertThat(reports.urgent()).isTrue();

        Reports others = new Reports(Map.of(), id -> true);
        others.add(update("b", "failed", ""));
        assertThat(others.urgent()).isTrue();
    }

    @Test
    void whatTheFeedKnowsIsNotTold() {
        reports.add(update("old", "complete", ""));
        reports.add(update("old", "running", "d"));

        assertThat(reports.isEmpty()).isTrue();
    }

    @Test
    void failedReportComesAgainUnlessSuperseded() {
        reports.add(update("a", "pending", ""));
        reports.add(update("b", "pending", ""));
        List<AllocUpdate> sent = reports.take();
        reports.add(update("a", "running", ""));
        reports.failed(sent);

        assertThat(reports.take()).containsExactlyInAnyOrder(update("a", "running", ""), update("b", "pending", ""));
    }

    @Test
    void acknowledgedReportIsTheNewBase() {
        reports.add(update("a", "running", ""));
        reports.acknowledged(reports.take());
        reports.add(update("a", "running", ""));

        assertThat(reports.isEmpty()).isTrue();
    }
}
