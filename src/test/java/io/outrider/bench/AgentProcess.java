package io.outrider.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One {@link AgentMain} and what it has said. */
final class AgentProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final Path dataDir;
    private final long spawned;
    private final List<String[]> said = new ArrayList<>();
    private boolean silent;

    private AgentProcess(Process process, Path dataDir, long spawned) {
        this.process = process;
        this.dataDir = dataDir;
        this.spawned = spawned;
    }

    /** Starts an agent as the launcher would; returns at once. */
    static AgentProcess start(LauncherFlags flags, Path dataDir) {
        long now = System.nanoTime();
        Process process = flags.start(AgentMain.class, dataDir.toString());
        AgentProcess made = new AgentProcess(process, dataDir, now);
        Thread reader = new Thread(made::listen, "bench-agent-output");
        reader.setDaemon(true);
        reader.start();
        return made;
    }

    private void listen() {
        try (InputStream in = process.getInputStream();
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(line.split(" "));
            }
        } catch (IOException e) {
            // The process was killed; whoever waits for more is told below.
        } finally {
            fallSilent();
        }
    }

    private synchronized void hear(String[] words) {
        said.add(words);
        notifyAll();
    }

    private synchronized void fallSilent() {
        silent = true;
        notifyAll();
    }

    /** The first answer whose words begin with {@code words}, the time left out. */
    synchronized Answer await(String... words) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int next = 0;
        while (true) {
            for (; next < said.size(); next++) {
                if (matches(said.get(next), words)) {
                    return new Answer(said.get(next));
                }
            }
            if (silent || System.nanoTime() > deadline) {
                throw new AssertionError("no " + String.join(" ", words) + " from the agent of " + dataDir
                        + (silent ? ": it has ended" : " within " + PATIENCE) + "; last: " + last());
            }
            pause();
        }
    }

    private void pause() {
        try {
            wait(1_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean matches(String[] line, String[] words) {
        if (!line[0].equals(words[0]) || line.length < words.length + 1) {
            return false;
        }
        for (int i = 1; i < words.length; i++) {
            if (!line[i + 1].equals(words[i])) {
                return false;
            }
        }
        return true;
    }

    private String last() {
        return said.stream()
                .skip(Math.max(0, said.size() - 5))
                .map(words -> String.join(" ", words))
                .toList()
                .toString();
    }

    /** Sends one command. */
    void tell(String command) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new AssertionError("the agent of " + dataDir + " takes no commands", e);
        }
    }

    long pid() {
        return process.pid();
    }

    Path dataDir() {
        return dataDir;
    }

    /** When the process was asked for. */
    long spawned() {
        return spawned;
    }

    /** SIGKILL, and waits for the end. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends all jobs, then the agent; whatever of it lives then is killed. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                tell("end");
                await("ended");
                tell("quit");
                awaitEnd();
            }
        } finally {
            process.destroyForcibly();
            OwnProcesses.of(dataDir).all().forEach(pid -> ProcessHandle.of(pid)
                    .ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    /** What the agent said: a word, a time, and more words. */
    record Answer(String[] words) {

        long nanos() {
            return Long.parseLong(words[1]);
        }

        String word(int n) {
            return words[n + 2];
        }
    }
}
