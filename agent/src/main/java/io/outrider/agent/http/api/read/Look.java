package io.outrider.agent.http.api.read;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.standalone.state.ClusterState;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What a read shows of a state, and the index at which that was last changed. */
public interface Look {

    /** The index, found without working out the answer. */
    long index(ClusterState state);

    /** The answer, without headers. */
    Answer answer(ClusterState state);

    /** Both from functions. */
    static Look of(ToLongFunction<ClusterState> index, Function<ClusterState, Answer> answer) {
        return new Look() {
            @Override
            public long index(ClusterState state) {
                return index.applyAsLong(state);
            }

            @Override
            public Answer answer(ClusterState state) {
                return answer.apply(state);
            }
        };
    }
}
