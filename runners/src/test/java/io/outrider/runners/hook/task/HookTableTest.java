package io.outrider.runners.hook.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.Hook;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.alloc.AllocHooks;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which hook takes part in which moments, and in which order (row R08, behaviour sections 3.2 and 4.2). */
class HookTableTest {

    private static Map<String, Set<String>> table(List<? extends Hook> hooks, Class<?> kind) {
        Map<String, Set<String>> table = new LinkedHashMap<>();
        for (Hook hook : hooks) {
            Set<String> moments = Arrays.stream(kind.getDeclaredClasses())
                    .filter(moment -> moment.isInstance(hook))
                    .map(Class::getSimpleName)
                    .collect(Collectors.toSet());
            assertThat(table.put(hook.name(), moments)).as(hook.name()).isNull();
        }
        return table;
    }

    @Test
    void hooksOfAllocs() {
        Map<String, Set<String>> expected = new LinkedHashMap<>();
        expected.put("unsupported", Set.of("Prerun"));
        expected.put("alloc_dir", Set.of("Prerun", "Postrun", "Destroy"));

        assertThat(AllocHook.class.getDeclaredClasses()).hasSize(7);
        assertThat(table(AllocHooks.all(), AllocHook.class)).containsExactlyEntriesOf(expected);
    }

    @Test
    void hooksOfTasks() {
        Map<String, Set<String>> expected = new LinkedHashMap<>();
        expected.put("validate", Set.of("Prestart"));
        expected.put("unsupported", Set.of("Prestart"));
        expected.put("task_dir", Set.of("Prestart"));
        expected.put("logmon", Set.of("Prestart", "Exited", "Stop"));
        expected.put("dispatch_payload", Set.of("Prestart"));

        assertThat(TaskHook.class.getDeclaredClasses()).hasSize(7);
        assertThat(table(TaskHooks.all(new RecordingDrain(), driver -> true), TaskHook.class))
                .containsExactlyEntriesOf(expected);
    }

    /** A hook serves all allocs: with state or an environment of its own it would mix or keep them (row R01). */
    @Test
    void hooksKeepNothingButTheServicesTheyUse() {
        List<Hook> hooks = new ArrayList<>(AllocHooks.all());
        hooks.addAll(TaskHooks.all(new RecordingDrain(), driver -> true));

        assertThat(hooks.stream()
                        .flatMap(hook -> Arrays.stream(hook.getClass().getDeclaredFields()))
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(Field::getType))
                .containsOnly(LogDrain.class, Predicate.class);
    }
}
