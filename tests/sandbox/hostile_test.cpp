// Every attack in every isolation, as this user and, for root, as a stranger's account, with the expected end
// of each run.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <fstream>

#include "base/file_descriptor.h"
#include "grader/system/temp_folder.h"
#include "tests/sandbox/hostile_cases.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

using End = RunReport::End;

enum class User { own, stranger };

using Parameters = std::tuple<User, const char*, HostileCase>;

class Hostile : public testing::TestWithParam<Parameters> {
 protected:
  static std::string mode() { return std::get<const char*>(GetParam()); }
  void SetUp() override {
    if (std::get<User>(GetParam()) == User::stranger && geteuid() != 0)
      GTEST_SKIP() << "only root can become another user";
    setenv("GRIDMARK_TEST_SECRET", "42", 1);
  }
  LauncherRun run(std::vector<std::string> attack, std::vector<std::string> options) const {
    options.insert(options.end(), {"--mode", mode()});
    LauncherRun result = hostile_run(std::move(attack), std::move(options));
    result.as_stranger = std::get<User>(GetParam()) == User::stranger;
    return result;
  }
};

TEST_P(Hostile, EndsAsExpectedAndLeavesNothing) {
  const HostileCase& given = std::get<HostileCase>(GetParam());
  const std::string mark = "mark-" + std::to_string(getpid()) + given.name;
  const End end = mode() == "landlock" ? given.landlock_end.value_or(given.end) : given.end;
  std::vector<std::string> attack = given.attack;
  if (attack[0] != "read_files" && attack[0] != "write_files") attack.push_back(mark);
  const auto report = launch(run(attack, given.options));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(name_of(report->end), name_of(end)) << report->detail << "\n" << report->output_head;
  EXPECT_EQ(report->exit_code, 0) << "the attack succeeded: " << report->output_head;
  if (end == given.end) {
    EXPECT_NE(report->detail.find(given.detail), std::string::npos) << report->detail;
  }
  EXPECT_EQ(report->mode, mode());
  EXPECT_EQ(processes_with(mark), 0);
}

std::string name_of_case(const testing::TestParamInfo<Parameters>& info) {
  const auto& [user, mode, given] = info.param;
  return std::string(user == User::own ? "Own_" : "Stranger_") + mode + "_" + given.name;
}

INSTANTIATE_TEST_SUITE_P(Attacks, Hostile,
                         testing::Combine(testing::Values(User::own, User::stranger),
                                          testing::Values("bubblewrap", "landlock"),
                                          testing::ValuesIn(hostile_cases())),
                         name_of_case);

// ---- Kernels with an older Landlock. The filter of system calls replaces the missing rules.

class OldKernel : public testing::TestWithParam<int> {
 protected:
  static RunReport report_of(std::vector<std::string> attack) {
    return must_launch(hostile_run(std::move(attack), {"--mode", "landlock", "--landlock-version",
                                                       std::to_string(GetParam()), "--work", "16"}));
  }
};

TEST_P(OldKernel, NobodyIsSignalled) {
  for (const char* attack : {"kill_all", "stop_every_process", "signal_by_a_pipe"}) {
    const RunReport report = report_of({attack});
    EXPECT_EQ(name_of(report.end), name_of(End::exited)) << report.detail;
    EXPECT_EQ(report.exit_code, 0);
  }
}

TEST_P(OldKernel, NothingIsTruncatedByName) {
  const system::TempFolder folder = system::TempFolder::make().value();
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << "text";
  std::filesystem::permissions(file, std::filesystem::perms(0666));
  EXPECT_EQ(report_of({"truncate", file.string()}).exit_code, 0);
  EXPECT_EQ(std::filesystem::file_size(file), 4U);
}

INSTANTIATE_TEST_SUITE_P(Versions, OldKernel, testing::Values(1, 2, 3, 4, 5));

int exit_code_of(std::vector<std::string> attack, std::vector<std::string> options = {}) {
  const auto report = launch(hostile_run(std::move(attack), std::move(options)));
  return report ? report->exit_code : -1;
}

const std::vector<std::vector<std::string>> isolations{
    {"--mode", "bubblewrap"}, {"--mode", "landlock"}, {"--mode", "landlock", "--landlock-version", "1"}};

TEST(HostileNetwork, AListenerOfTheMachineIsOutOfReach) {
  const FileDescriptor listener(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener.get(), 1), 0);
  ASSERT_EQ(getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  for (const auto& options : isolations)
    EXPECT_EQ(exit_code_of({"connect_tcp", std::to_string(ntohs(address.sin_port))}, options), 0);
}

TEST(HostileNetwork, AnAbstractSocketOfTheMachineIsOutOfReach) {
  const std::string name = "gridmark-test-" + std::to_string(getpid());
  const FileDescriptor listener(socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener.get(), 1), 0);
  for (const auto& options : isolations) EXPECT_EQ(exit_code_of({"connect_abstract", name}, options), 0);
}

TEST(HostileFiles, NothingIsHandedFromOneRunToTheNext) {
  for (std::vector<std::string> options : isolations) {
    options.insert(options.end(), {"--work", "16"});
    ASSERT_EQ(exit_code_of({"stash"}, options), 0);
    EXPECT_EQ(exit_code_of({"find_stash"}, options), 0);
  }
}

TEST(HostileFiles, NoKernelObjectOutlivesItsRun) {
  for (const auto& options : isolations) {
    ASSERT_EQ(exit_code_of({"leave_kernel_objects"}, options), 0);
    EXPECT_EQ(exit_code_of({"find_kernel_objects"}, options), 0);
  }
}

TEST(HostileMemory, PipesAreLimitedOrCounted) {
  for (const char* control : {"auto", "watchdog"}) {
    const RunReport report =
        must_launch(hostile_run({"take_pipes"}, {"--memory-mib", "64", "--control", control}));
    EXPECT_TRUE(report.end == End::memory_limit || report.exit_code == 0) << report.exit_code;
  }
}

TEST(HostileMemory, SocketsAreRefusedOrCounted) {
  for (const char* control : {"auto", "watchdog"})
    for (const char* mode : {"bubblewrap", "landlock"}) {
      const RunReport report = must_launch(
          hostile_run({"take_sockets"}, {"--memory-mib", "64", "--control", control, "--mode", mode}));
      EXPECT_TRUE(report.end == End::memory_limit || report.exit_code == 0) << report.exit_code;
    }
}

TEST(HostileMemory, SemaphoresMessagesAndRulesAreRefusedOrCounted) {
  for (const char* attack : {"take_semaphores", "take_messages", "take_rulesets"})
    for (const char* control : {"auto", "watchdog"})
      for (const char* mode : {"bubblewrap", "landlock"}) {
        const RunReport report =
            must_launch(hostile_run({attack}, {"--memory-mib", "64", "--control", control, "--mode", mode}));
        EXPECT_TRUE(report.end == End::memory_limit || report.exit_code == 0) << attack << control << mode;
      }
}

TEST(HostileMemory, SharedMemoryIsRefusedOrCounted) {
  for (const char* attack : {"take_shared_memory", "hide_shared_memory", "hide_zeros"})
    for (const char* control : {"auto", "watchdog"})
      for (const char* mode : {"bubblewrap", "landlock"}) {
        const RunReport report =
            must_launch(hostile_run({attack}, {"--memory-mib", "128", "--control", control, "--mode", mode}));
        EXPECT_TRUE(report.end == End::memory_limit || report.exit_code == 0) << attack << control << mode;
      }
}

TEST(HostileMemory, TheWatchdogCountsPageTablesAndProcessesWithoutLeader) {
  for (const char* attack : {"take_page_tables", "take_memory_in_a_thread"}) {
    const RunReport report =
        must_launch(hostile_run({attack}, {"--memory-mib", "128", "--control", "watchdog"}));
    EXPECT_EQ(name_of(report.end), name_of(End::memory_limit)) << attack;
  }
}

TEST(HostileMemory, MemfdsAreRefusedOrCounted) {
  for (const char* control : {"auto", "watchdog"}) {
    const RunReport report =
        must_launch(hostile_run({"take_memory_in_memfds"}, {"--memory-mib", "128", "--control", control}));
    EXPECT_TRUE(report.end == End::memory_limit || report.exit_code == 0) << report.exit_code;
  }
}

TEST(HostileProcesses, SurvivorsAreCounted) {
  for (const char* attack : {"leave_orphan", "leave_orphan_without_leader"})
    EXPECT_EQ(must_launch(hostile_run({attack})).survivors, 1) << attack;
}

TEST(HostileProcesses, TheWatchdogCountsTheTimeOfChildrenThatNobodyWaitsFor) {
  const RunReport report = must_launch(
      hostile_run({"spin_in_unwaited_children"}, {"--cpu-seconds", "0.5", "--control", "watchdog"}));
  EXPECT_EQ(name_of(report.end), name_of(End::cpu_limit));
}

TEST(HostileProcesses, AHeldOutputDoesNotDelayTheReport) {
  const auto report = launch(hostile_run({"hold_output"}));
  ASSERT_TRUE(report);
  EXPECT_LT(report->wall_seconds, 5);
}

TEST(HostileOutput, AForgedReportIsOnlyOutput) {
  const auto report = launch(hostile_run({"forge_report"}));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->exit_code, 7);
  EXPECT_EQ(report->detail, "");
  EXPECT_NE(report->output_head.find("forged"), std::string::npos);
}

}  // namespace
}  // namespace gridmark::test
