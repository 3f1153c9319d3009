// Guarantees to callers: descriptors, exports, sources, stopping, usage.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

namespace fs = std::filesystem;
using End = RunReport::End;

void write_text(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 300; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// ---- The report of a run.

TEST(Launcher, BothStreamsAreMergedInOrderAndMadeUtf8) {
  const RunReport report = must_launch(hostile_run({"speak"}));
  EXPECT_EQ(report.output_head, "to stdout\nto stderr \xef\xbf\xbd\xef\xbf\xbd\n");
  EXPECT_EQ(report.output_bytes, 23);
}

TEST(Launcher, TheExitCodeComesBackUnchanged) {
  for (const int code : {0, 1, 127, 128 + 9, 255})
    EXPECT_EQ(must_launch(hostile_run({"exit_with", std::to_string(code)})).exit_code, code);
}

TEST(Launcher, TheBeginningAndTheEndOfALongOutputAreKept) {
  const RunReport report = must_launch(shell("echo first; printf '%0150000d' 0; echo last"));
  EXPECT_TRUE(report.output_head.starts_with("first\n"));
  EXPECT_EQ(report.output_head.size(), 64u * 1024) << report.output_head.substr(0, 200);
  EXPECT_TRUE(report.output_tail.ends_with("0last\n"));
  EXPECT_EQ(report.output_tail.size(), 4u * 1024);
}

TEST(Launcher, AProgramThatDoesNotExistIsTheSandboxsOwnFailure) {
  LauncherRun run;
  run.command = {"/no/such/program"};
  const auto report = launch(run);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "cannot start the command: /no/such/program: No such file or directory");
}

TEST(Launcher, ASourceThatDoesNotExistIsNamed) {
  for (const char* mode : {"auto", "none"}) {
    const auto report = launch(shell("true", {"--mode", mode, "--read", "/no/such/source:/source"}));
    ASSERT_FALSE(report) << mode;
    EXPECT_NE(report.error().message.find("/no/such/source"), std::string::npos) << report.error().message;
  }
}

TEST(Launcher, UsedTimeAndMemoryAreReported) {
  const RunReport report = must_launch(
      shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 0.1", {"--wall-seconds", "60"}));
  EXPECT_GT(report.cpu_seconds, 0.02);
  EXPECT_GE(report.wall_seconds, 0.1);
  EXPECT_GT(report.peak_bytes, 100'000);
}

// ---- The command's environment.

TEST(Launcher, TheEnvironmentIsTheFixedOneAndWhatIsAdded) {
  const RunReport report =
      must_launch(shell("env | sort", {"--env", "TMPDIR=/box", "--env", "LAB=one=two", "--work", "16"}));
  EXPECT_EQ(report.output_head,
            "HOME=/tmp\nLAB=one=two\nLANG=C.UTF-8\nPATH=/usr/bin:/bin\nPWD=/box\nTMPDIR=/box\n");
}

TEST(Launcher, PassedDescriptorsWork) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
  const int memory = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  ASSERT_EQ(write(memory, "pong", 5), 5);
  ASSERT_EQ(ftruncate(memory, 4096), 0);
  ASSERT_EQ(fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL), 0);
  ASSERT_EQ(send(pair[0], "ping", 4, 0), 4);
  LauncherRun run = hostile_run({"use_passed_descriptors", std::to_string(pair[1]), std::to_string(memory)});
  run.keep_descriptors = {pair[1], memory};
  EXPECT_EQ(must_launch(run).exit_code, 0);
  char answer[9] = {};
  EXPECT_EQ(recv(pair[0], answer, 8, MSG_DONTWAIT), 8);
  EXPECT_STREQ(answer, "pingpong");
  for (const int descriptor : {pair[0], pair[1], memory}) close(descriptor);
}

TEST(Launcher, ASourceIsReadOnly) {
  const system::TempFolder folder = system::TempFolder::make().value();
  write_text(folder.path() / "file", "text");
  const RunReport report =
      must_launch(shell("cat /in/file; echo x > /in/file || echo x > /in/new || echo refused",
                        {"--read", folder.path().string() + ":/in"}));
  EXPECT_TRUE(report.output_head.starts_with("text")) << report.output_head;
  EXPECT_TRUE(report.output_head.ends_with("refused\n")) << report.output_head;
}

/// Folders and files that only their owner may enter and read, as with umask 077 and a closed home folder.
TEST(Launcher, SourcesBelowClosedFoldersAreVisible) {
  const system::TempFolder home = system::TempFolder::make().value();  // 0700
  const fs::path tree = home.path() / "clone";
  fs::create_directories(tree / "deep");
  write_text(tree / "deep" / "file", "in a tree");
  write_text(home.path() / "single", "alone");
  write_text(home.path() / "readable", "readable");
  for (const fs::path& closed : {tree, tree / "deep"}) fs::permissions(closed, fs::perms(0700));
  for (const fs::path& closed : {tree / "deep" / "file", home.path() / "single"})
    fs::permissions(closed, fs::perms(0600));
  const RunReport report = must_launch(
      shell("cat /tree/deep/file /single /readable",
            {"--read", tree.string() + ":/tree", "--read", (home.path() / "single").string() + ":/single",
             "--read", (home.path() / "readable").string() + ":/readable"}));
  EXPECT_EQ(report.output_head, "in a treealonereadable");
}

TEST(Launcher, TheLauncherItselfMayLieBelowAClosedFolder) {
  const system::TempFolder home = system::TempFolder::make().value();
  fs::copy_file(program_folder() / "gridmark-sandbox", home.path() / "gridmark-sandbox");
  fs::permissions(home.path() / "gridmark-sandbox", fs::perms(0700));
  const system::StopFlag never;
  system::ProcessRequest request;
  request.arguments = {
      (home.path() / "gridmark-sandbox").string(), "run", "--report-fd", "1", "--", "/bin/echo", "hi"};
  const auto result = system::run_process(request, never);
  ASSERT_TRUE(result);
  EXPECT_NE(result->output.find("\"output_head\":\"hi\\n\""), std::string::npos) << result->output;
}

// ---- Exports.

class Exports : public testing::TestWithParam<const char*> {
 protected:
  RunReport run(std::vector<std::string> attack, std::int64_t max_bytes = 1 << 20) {
    const std::string rule = "/box/out:" + target().string() + ":" + std::to_string(max_bytes);
    return must_launch(
        hostile_run(std::move(attack), {"--mode", GetParam(), "--work", "64", "--export", rule}));
  }
  fs::path target() const { return folder_.path() / "out"; }
  bool nothing_written() const { return fs::is_empty(folder_.path()); }

  system::TempFolder folder_ = system::TempFolder::make().value();
};

TEST_P(Exports, ARegularFileIsCopiedWithItsExecutableBit) {
  EXPECT_EQ(run({"export_file"}).exported, std::vector<std::string>{"/box/out"});
  EXPECT_EQ(system::read_file(target(), 100).value_or(""), "artifact");
  EXPECT_EQ(access(target().c_str(), X_OK), 0);
}

TEST_P(Exports, AFileOfExactlyTheCapIsCopied) { EXPECT_EQ(run({"export_file"}, 8).exported.size(), 1u); }

TEST_P(Exports, AFileBeyondTheCapIsNotCopied) {
  EXPECT_TRUE(run({"export_file"}, 7).exported.empty());
  EXPECT_TRUE(run({"export_large"}).exported.empty());
  EXPECT_TRUE(nothing_written());
}

TEST_P(Exports, LinksAndPipesAreNotCopied) {
  EXPECT_TRUE(run({"export_link", "/usr/bin/env"}).exported.empty());
  EXPECT_TRUE(run({"export_pipe"}).exported.empty());
  EXPECT_TRUE(nothing_written());
}

TEST_P(Exports, ATargetThatIsNoRegularFileIsNotReplaced) {
  fs::create_symlink("/dev/null", target());
  EXPECT_TRUE(run({"export_file"}).exported.empty());
  EXPECT_TRUE(fs::is_symlink(target()));
}

// A full disk is not the submission's fault, so it is an error. A file that is too large is a verdict.
TEST_P(Exports, ADiskThatDoesNotTakeTheFileIsTheSandboxsOwnError) {
  const std::string rule = "/box/out:" + (folder_.path() / "not_there" / "out").string() + ":1000";
  const auto report =
      launch(hostile_run({"export_file"}, {"--mode", GetParam(), "--work", "64", "--export", rule}));
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("not_there/out: No such file or directory"), std::string::npos)
      << report.error().message;
}

TEST_P(Exports, ARunThatWasEndedExportsNothing) {
  const std::string rule = "/box/out:" + target().string() + ":1000";
  must_launch(shell("echo half > /box/out; sleep 9",
                    {"--mode", GetParam(), "--work", "16", "--wall-seconds", "0.3", "--export", rule}));
  EXPECT_TRUE(nothing_written());
}

INSTANTIATE_TEST_SUITE_P(Modes, Exports, testing::Values("bubblewrap", "landlock"));

// ---- Ending a run from outside.

/// A launcher in the background whose report goes to a pipe.
class Background {
 public:
  explicit Background(const LauncherRun& run) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    std::vector<std::string> words = command_line(run, ends[1]);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    process_ = fork();
    if (process_ == 0) {
      close(ends[0]);
      execv(arguments[0], arguments.data());
      _exit(99);
    }
    close(ends[1]);
    reader_ = ends[0];
  }
  ~Background() {
    close_reader();
    if (process_ > 0) send(SIGKILL);
    wait();
  }
  void wait() {
    if (process_ > 0) waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  void send(int signal) const { kill(process_, signal); }
  void close_reader() {
    if (reader_ >= 0) close(reader_);
    reader_ = -1;
  }
  std::string report() const {
    std::string text(1 << 16, '\0');
    const ssize_t count = read(reader_, text.data(), text.size());
    return text.substr(0, count > 0 ? static_cast<std::size_t>(count) : 0);
  }

 private:
  pid_t process_ = -1;
  int reader_ = -1;
};

class Ending : public testing::TestWithParam<const char*> {
 protected:
  /// A mark for this test alone, so that its leftovers do not fail another test.
  std::string mark() const {
    return "mark-" + std::to_string(getpid()) + "-" +
           std::to_string(testing::UnitTest::GetInstance()->current_test_info()->line()) + GetParam();
  }
  LauncherRun sleeper() const { return hostile_run({"sleep", mark()}, {"--mode", GetParam()}); }
  /// A command that has a child.
  LauncherRun family() const {
    return shell("sh -c 'sleep 60; : " + mark() + "' & wait", {"--mode", GetParam()});
  }
  bool runs(int children = 0) const {
    // launcher, wrapper if there is one, stub and command all have the mark in their command lines
    const int layers = std::string(GetParam()) == "bubblewrap" ? 4 : 3;
    return eventually([&] { return processes_with(mark()) >= layers + children; });
  }
  bool gone() const {
    return eventually([&] { return processes_with(mark()) == 0; });
  }
};

TEST_P(Ending, ATerminatedLauncherReportsAndLeavesNothing) {
  Background launcher(sleeper());
  ASSERT_TRUE(runs());
  launcher.send(SIGTERM);
  EXPECT_NE(launcher.report().find("\"end\":\"stopped\""), std::string::npos);
  launcher.wait();
  EXPECT_EQ(processes_with(mark()), 0);
}

TEST_P(Ending, AKilledLauncherTakesTheRunWithIt) {
  const Background launcher(sleeper());
  ASSERT_TRUE(runs());
  launcher.send(SIGKILL);
  EXPECT_TRUE(gone());
}

TEST_P(Ending, AKilledLauncherTakesTheCommandsChildrenWithIt) {
  const Background launcher(family());
  ASSERT_TRUE(runs(1));
  launcher.send(SIGKILL);
  EXPECT_TRUE(gone());
}

/// At each of its steps. Some take less than a millisecond.
TEST_P(Ending, ALauncherThatIsKilledWhileItStartsLeavesNothing) {
  for (int i = 0; i < 40; ++i) {
    const Background launcher(sleeper());
    std::this_thread::sleep_for(std::chrono::microseconds(250 * i));
    launcher.send(SIGKILL);
  }
  EXPECT_TRUE(gone());
}

TEST_P(Ending, ALauncherWhoseReaderIsGoneEndsTheRun) {
  Background launcher(sleeper());
  ASSERT_TRUE(runs());
  launcher.close_reader();
  EXPECT_TRUE(gone());
}

INSTANTIATE_TEST_SUITE_P(Modes, Ending, testing::Values("bubblewrap", "landlock", "none"));

// ---- Wrong usage.

TEST(Usage, EachMistakeGetsItsMessageAndExit64) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{}, "the commands are run and probe"},
      {{"run", "--", "/bin/true"}, "--report-fd is missing"},
      {{"run", "--report-fd", "77", "--", "/bin/true"}, "--report-fd 77 is not open"},
      {{"run", "--report-fd", "1", "--keep-fd", "78", "--", "/bin/true"}, "--keep-fd 78 is not open"},
      {{"run", "--report-fd", "1"}, "no command"},
  };
  const system::StopFlag never;
  for (const auto& [arguments, message] : mistakes) {
    system::ProcessRequest request;
    request.arguments = {(program_folder() / "gridmark-sandbox").string()};
    request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    const auto result = system::run_process(request, never);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->exit_code, 64);
    EXPECT_NE(result->error_output.find(message), std::string::npos) << result->error_output;
  }
}

}  // namespace
}  // namespace gridmark::test
