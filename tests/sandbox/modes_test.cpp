// The isolation of a run, and the rules that hold even in mode none.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "grader/system/sandbox_report.h"
#include "grader/system/temp_folder.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

namespace fs = std::filesystem;
using End = RunReport::End;

void write_line(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

// ---- Without isolation.

TEST(NoIsolation, NamesOfTheInsideAreTranslated) {
  const system::TempFolder folder = system::TempFolder::make().value();
  write_line(folder.path() / "file", "text\n");
  LauncherRun run;
  run.options = {"--mode", "none", "--work", "16", "--read", folder.path().string() + ":/in"};
  run.command = {"/bin/sh",  "-c",   "cat \"$0\"; echo \"$1\" >out; cat \"${2#--from=}\"",
                 "/in/file", "made", "--from=/box/out"};
  const RunReport report = must_launch(run);
  EXPECT_EQ(report.mode, "none");
  EXPECT_EQ(report.output_head, "text\nmade\n");
}

TEST(NoIsolation, LimitsAndForbiddenCallsStillHold) {
  const auto end_of = [](std::vector<std::string> attack, std::vector<std::string> options) {
    options.insert(options.end(), {"--mode", "none"});
    return must_launch(hostile_run(std::move(attack), std::move(options))).end;
  };
  EXPECT_EQ(end_of({"spin_in_children"}, {"--cpu-seconds", "0.3"}), End::cpu_limit);
  EXPECT_EQ(end_of({"take_memory"}, {"--memory-mib", "128"}), End::memory_limit);
  EXPECT_EQ(end_of({"flood", "1"}, {}), End::output_limit);
  EXPECT_EQ(end_of({"trace_parent"}, {}), End::forbidden);
}

TEST(NoIsolation, OrphansDieWithTheRun) {
  const std::string mark = "mark-" + std::to_string(getpid()) + "-orphan";
  const RunReport report = must_launch(hostile_run({"leave_orphan", mark}, {"--mode", "none"}));
  EXPECT_EQ(report.survivors, 1);
  EXPECT_EQ(processes_with(mark), 0);
}

TEST(NoIsolation, ScratchFoldersAreRemoved) {
  const RunReport report = must_launch(shell("pwd; touch file", {"--mode", "none", "--work", "16"}));
  const std::string folder = report.output_head.substr(0, report.output_head.find('\n'));
  EXPECT_NE(folder.find("gridmark-sandbox-"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder));
}

fs::path scratch_of(pid_t launcher) {
  return fs::temp_directory_path() / ("gridmark-sandbox-" + std::to_string(launcher) + "-abcdef");
}

pid_t dead_process() {
  const pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, nullptr, 0);
  return dead;
}

TEST(NoIsolation, ScratchFoldersOfKilledLaunchersAreRemovedByTheNextRun) {
  const fs::path left = scratch_of(dead_process()), used = scratch_of(getpid());
  fs::create_directories(left / "tmp");
  fs::create_directories(used);
  must_launch(shell("true", {"--mode", "none"}));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::remove(used));
}

TEST(NoIsolation, AScratchFolderOfAnotherProcessNamespaceStays) {
  const fs::path used = scratch_of(dead_process());  // otherwise its number belongs to a process
  fs::create_directories(used);
  const int lock = open(used.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
  must_launch(shell("true", {"--mode", "none"}));
  EXPECT_TRUE(fs::remove(used));
  close(lock);
}

// In /tmp any user may make folders with such names, and they own the content.
TEST(NoIsolation, AScratchFolderOfAnotherUserStays) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make another user's folder";
  constexpr uid_t stranger = 65534;
  const fs::path planted = scratch_of(dead_process());
  fs::create_directories(planted / "tmp");
  ASSERT_EQ(chown(planted.c_str(), stranger, stranger), 0);
  for (const char* mode : {"none", "landlock"}) must_launch(shell("true", {"--mode", mode}));
  EXPECT_TRUE(fs::exists(planted / "tmp"));
  fs::remove_all(planted);
}

// ---- Choosing a mode.

TEST(Probe, ItSaysWhatThisMachineAllows) {
  const system::StopFlag never;
  const auto probe = system::probe_sandbox(program_folder() / "gridmark-sandbox", never);
  ASSERT_TRUE(probe) << probe.error().message;
  if (probe->mode == "bubblewrap")
    EXPECT_EQ(probe->why_not_better, "");
  else
    EXPECT_NE(probe->why_not_better, "");
}

/// A user namespace in which no other one may be made simulates a machine that forbids them.
system::ProcessResult without_namespaces(std::vector<std::string> launcher_arguments) {
  const system::StopFlag never;
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/bwrap",
                       "--unshare-user",
                       "--disable-userns",
                       "--dev-bind",
                       "/",
                       "/",
                       "--",
                       (program_folder() / "gridmark-sandbox").string()};
  request.arguments.insert(request.arguments.end(), launcher_arguments.begin(), launcher_arguments.end());
  return system::run_process(request, never).value();
}

TEST(Probe, AMachineWithoutUserNamespacesGetsReducedIsolationTheReasonAndAFix) {
  const std::string said = without_namespaces({"probe"}).output;
  EXPECT_NE(said.find("\"mode\":\"landlock\""), std::string::npos) << said;
  EXPECT_NE(said.find("\"why_not_better\":\"cannot start the sandbox: bwrap"), std::string::npos) << said;
  EXPECT_NE(said.find("sysctl"), std::string::npos) << said;
}

/// A machine that keeps user namespaces from the launcher in one of the ways of `restricted_machine`.
class RestrictedMachine : public testing::TestWithParam<std::tuple<bool, const char*>> {
 protected:
  static system::ProcessResult on_it(const std::vector<std::string>& launcher_arguments) {
    const auto& [as_stranger, machine] = GetParam();
    system::ProcessRequest request;
    if (as_stranger)
      request.arguments = {"/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534",
                           "--clear-groups",   "--"};
    for (const char* word : {"restricted_machine", machine, "gridmark-sandbox"})
      request.arguments.push_back(word == machine ? word : (program_folder() / word).string());
    request.arguments.insert(request.arguments.end(), launcher_arguments.begin(), launcher_arguments.end());
    const system::StopFlag never;
    return system::run_process(request, never).value();
  }
  void SetUp() override {
    if (std::get<0>(GetParam()) && geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  }
};

TEST_P(RestrictedMachine, TheProbeChoosesLandlockAndNamesTheReason) {
  const std::string said = on_it({"probe"}).output;
  EXPECT_NE(said.find("\"mode\":\"landlock\""), std::string::npos) << said;
  EXPECT_NE(said.find("\"why_not_better\":\"cannot start the sandbox: bwrap: "), std::string::npos) << said;
  EXPECT_NE(said.find("\"fix\":\"sudo sysctl"), std::string::npos) << said;
}

TEST_P(RestrictedMachine, ARunIsStillIsolated) {
  const std::string said =
      on_it({"run", "--report-fd", "1", "--", "/bin/sh", "-c", "echo started; cat /etc/passwd"}).output;
  EXPECT_NE(said.find("\"mode\":\"landlock\""), std::string::npos) << said;
  EXPECT_NE(said.find("started"), std::string::npos) << said;
  EXPECT_EQ(said.find("root:"), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(Machines, RestrictedMachine,
                         testing::Combine(testing::Bool(), testing::Values("unshare", "mount", "loopback")),
                         [](const auto& tried) {
                           return std::string(std::get<0>(tried.param) ? "Stranger_" : "Own_") +
                                  std::get<1>(tried.param);
                         });

RunReport automatic(std::vector<std::string> options) {
  options.insert(options.begin(), {"run", "--report-fd", "1"});
  options.insert(options.end(), {"--", "/bin/sh", "-c", "cat /etc/passwd"});
  const system::ProcessResult result = without_namespaces(options);
  const auto report = system::parse_run_report(result.output);
  if (report) return *report;
  RunReport refused;
  refused.mode = "refused";
  refused.detail = report.error().message;
  return refused;
}

TEST(AutomaticMode, ItFallsToLandlockWithoutBeingTrusted) {
  const RunReport report = automatic({});
  EXPECT_EQ(report.mode, "landlock") << report.detail;
  EXPECT_NE(report.exit_code, 0) << report.output_head;
}

TEST(AutomaticMode, ItRefusesToRunWithoutIsolationAndNamesBothReasons) {
  const RunReport report = automatic({"--landlock-version", "0"});
  EXPECT_EQ(report.mode, "refused");
  EXPECT_NE(report.detail.find("bwrap"), std::string::npos) << report.detail;
  EXPECT_NE(report.detail.find("Landlock"), std::string::npos) << report.detail;
}

TEST(AutomaticMode, ItRunsTrustedCommandsWithoutIsolationAndSaysSo) {
  const RunReport report = automatic({"--landlock-version", "0", "--trust"});
  EXPECT_EQ(report.mode, "none") << report.detail;
  EXPECT_EQ(report.exit_code, 0);
}

}  // namespace
}  // namespace gridmark::test
