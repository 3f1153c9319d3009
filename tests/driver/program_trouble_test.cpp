// gridmark-cc with wrong usage, after a stop, or on a machine that lacks something.
#include <gmock/gmock.h>
#include <sys/mount.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/driver/program.h"

namespace gridmark::driver {
namespace {

using testing::HasSubstr;

TEST_F(Program, SaysInOneMessageWhatIsWrongWithItsUse) {
  const Ran missing = compile({"nosuch.cu"});
  EXPECT_EQ(missing.exit_code, 64);
  EXPECT_EQ(missing.messages, "gridmark-cc: there is no file 'nosuch.cu'\n");
  EXPECT_EQ(compile({"--frobnicate"}).exit_code, 64);
  fs::create_directory("folder.cu");
  EXPECT_EQ(compile({"folder.cu"}).messages, "gridmark-cc: 'folder.cu' is a folder, not a file\n");
  EXPECT_EQ(compile({"--help"}).exit_code, 0);
  write("a.cu", "");
  EXPECT_EQ(compile({"a.cu", "-o", "no/where"}).messages,
            "gridmark-cc: there is no folder 'no' for the output. Make it first\n");
  EXPECT_EQ(compile({"-c", "a.cu", "-odir", "nowhere"}).exit_code, 64);
  EXPECT_EQ(compile({"a.cu", "-o", "folder.cu"}).messages,
            "gridmark-cc: the output 'folder.cu' is a folder. Name a file with -o\n");
  const Ran no_compiler = compile({"--host-compiler", "/no/such/g++", "-c", "a.cu"});
  EXPECT_EQ(no_compiler.exit_code, 2);
  EXPECT_THAT(no_compiler.messages, HasSubstr("cannot run the compiler '/no/such/g++'"));
}

TEST_F(Program, LeavesNothingBehindWhenItIsStopped) {
  write("slow.cpp", "int main() {}\n");
  write("sleeper", "#!/bin/sh\nsleep 1000\n");
  fs::permissions("sleeper", fs::perms::owner_all);
  for (const int signal : {SIGINT, SIGTERM}) {
    Children children;
    const pid_t pid = children.start({program, "--host-compiler", "./sleeper", "slow.cpp"}, {});
    while (temporary_files_are_gone()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(pid, signal);
    EXPECT_EQ(children.wait().exit_code, 128 + signal);
    EXPECT_TRUE(temporary_files_are_gone());
  }
}

// A real full disk of 16 KiB. Only root may mount one.
TEST_F(Program, AFullTemporaryFolderIsNamed) {
  write("hello.cu", "int main() {}\n");
  fs::create_directory("full");
  if (mount("none", "full", "tmpfs", 0, "size=16k") != 0) GTEST_SKIP() << "may not mount";
  const Ran compiled =
      run({"env", "TMPDIR=" + (folder_.path() / "full").string(), program, "-c", "hello.cu"});
  umount2("full", MNT_DETACH);
  EXPECT_NE(compiled.exit_code, 0);
  EXPECT_THAT(compiled.messages, HasSubstr("/full"));
}

TEST_F(Program, AMissingPartOfTheToolkitIsNamed) {
  write("hello.cu", "int main() {}\n");
  fs::create_directories("toolkit/bin");
  fs::create_directories("toolkit/lib");
  fs::copy_file(program, "toolkit/bin/gridmark-cc");
  const Ran headless = run({"toolkit/bin/gridmark-cc", "-c", "hello.cu"});
  EXPECT_EQ(headless.exit_code, 2);
  EXPECT_THAT(headless.messages, HasSubstr("include/cuda_runtime.h is missing: build it again"));
  fs::create_directory_symlink(GRIDMARK_BUILD_DIR "/toolkit/include", "toolkit/include");
  const Ran compiled = run({"toolkit/bin/gridmark-cc", "hello.cu"});
  EXPECT_EQ(compiled.exit_code, 2);
  EXPECT_THAT(compiled.messages, HasSubstr("libgridmark_libraries.a is missing: build it again"));
}

TEST_F(Program, OutputThatCannotBeWrittenIsAnError) {
  write("hello.cu", "int main() {}\n");
  const Ran full = run({"sh", "-c", program + " -E hello.cu >/dev/full"});
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_THAT(full.messages, HasSubstr("cannot write to standard output"));
  const Ran closed = run({"sh", "-c", program + " -c hello.cu <&- >&- 2>&-"});
  EXPECT_EQ(closed.exit_code, 0);
  EXPECT_TRUE(fs::exists("hello.o"));
}

}  // namespace
}  // namespace gridmark::driver
