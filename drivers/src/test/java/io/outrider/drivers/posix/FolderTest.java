package io.outrider.drivers.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
final class FolderTest {

    @TempDir
    private Path dir;

    private Folder folder;

    @BeforeEach
    void open() {
        folder = Folder.open(dir);
    }

    @AfterEach
    void close() {
        folder.close();
    }

    @Test
    void factsAreWhatTheJdkSeesToo() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "12345");
        Files.createLink(dir.resolve("second name"), file);
        Map<String, Object> seen = Files.readAttributes(file, "unix:mode,nlink,uid,gid,ino,size");
        try (Fd found = folder.find("file")) {
            FileFacts facts = found.facts();
            assertThat(facts.mode()).isEqualTo(seen.get("mode"));
            assertThat(facts.links()).isEqualTo(2).isEqualTo(seen.get("nlink"));
            assertThat(facts.uid()).isEqualTo(seen.get("uid"));
            assertThat(facts.gid()).isEqualTo(seen.get("gid"));
            assertThat(facts.inode()).isEqualTo(seen.get("ino"));
            assertThat(facts.size()).isEqualTo(5).isEqualTo(seen.get("size"));
            assertThat(facts.isRegular()).isTrue();
            assertThat(facts.isDirectory()).isFalse();
            try (Fd again = folder.find("second name")) {
                assertThat(again.facts().isSame(facts)).isTrue();
            }
            assertThat(folder.facts().isSame(facts)).isFalse();
            assertThat(folder.facts().isDirectory()).isTrue();
        }
    }

    @Test
    void linksAreFoundAsWhatTheyAreAndNeverEntered() throws IOException {
        Files.createSymbolicLink(dir.resolve("link"), Files.createDirectory(dir.resolve("real")));
        try (Fd link = folder.find("link")) {
            assertThat(link.facts().isDirectory()).isFalse();
        }
        assertThatThrownBy(() -> folder.folder("link"))
                .isInstanceOf(PosixException.class)
                .hasMessageContaining(dir.resolve("link").toString());
        assertThatThrownBy(() -> Folder.open(dir.resolve("link"))).isInstanceOf(PosixException.class);
        assertThatThrownBy(() -> folder.makeFile("link", Fd.WRITE, 0600))
                .asInstanceOf(InstanceOfAssertFactories.type(PosixException.class))
                .matches(e -> e.is(Errno.EEXIST));
        assertThat(folder.find("nothing")).isNull();
        assertThat(dir.resolve("real")).isEmptyDirectory();
    }

    @Test
    void worksInTheVeryDirectoryWhereverItsNameLeads() throws IOException {
        Path other = Files.createDirectory(dir.resolve("other"));
        Files.createDirectory(dir.resolve("sub"));
        try (Folder sub = folder.folder("sub")) {
            Files.move(dir.resolve("sub"), dir.resolve("moved"));
            Files.createSymbolicLink(dir.resolve("sub"), other);
            try (Fd file = sub.makeFile("file", Fd.WRITE, 0600)) {
                Files.writeString(file.path(), "here", StandardCharsets.UTF_8);
            }
            assertThat(sub.makeFolder("inner", 0700)).isTrue();
            assertThat(sub.makeFolder("inner", 0700)).isFalse();
            sub.move("file", folder, "lifted");
        }
        assertThat(other).isEmptyDirectory();
        assertThat(dir.resolve("moved/inner")).isDirectory();
        assertThat(dir.resolve("lifted")).hasContent("here");
    }

    @Test
    void removingALinkLeavesItsTarget() throws IOException {
        Path target = Files.writeString(dir.resolve("target"), "kept");
        Files.createSymbolicLink(dir.resolve("link"), target);
        folder.removeFile("link");
        folder.removeFile("link");
        assertThat(target).hasContent("kept");
        assertThat(dir.resolve("link")).doesNotExist();
        folder.makeFolder("sub", 0700);
        assertThatThrownBy(() -> folder.removeFile("sub"))
                .asInstanceOf(InstanceOfAssertFactories.type(PosixException.class))
                .matches(e -> e.is(Errno.EISDIR));
        folder.removeFolder("sub");
        assertThat(dir.resolve("sub")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/etc"})
    void namesAreSingleSteps(String name) {
        assertThatThrownBy(() -> folder.folder(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> folder.makeFolder(name, 0700)).isInstanceOf(IllegalArgumentException.class);
    }
}
