// Every attack, from this user and, as root, from a stranger's account: how the run must end.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "grader/system/file_descriptor.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

using End = RunReport::End;

struct Case {
  const char* name;
  std::vector<std::string> attack;
  End end = End::exited;
  std::string detail = "";  ///< must be part of the report's
  std::vector<std::string> options = {};
};

std::vector<Case> cases() {
  return {
      {"ItCrashes", {"crash"}, End::signalled, "Segmentation fault"},
      {"ItAborts", {"abort"}, End::signalled, "Aborted"},
      {"ItTakesMemory", {"take_memory"}, End::memory_limit, "128 MiB", {"--memory-mib", "128"}},
      {"ItTakesMemoryInChildren",
       {"take_memory_in_children"},
       End::memory_limit,
       "",
       {"--memory-mib", "128"}},
      {"ItReservesAddressesHonestly", {"reserve_addresses"}, End::exited, "", {"--memory-mib", "128"}},
      {"ItFillsTmp", {"fill_folder", "/tmp"}, End::exited, "", {"--tmp-mib", "32"}},
      {"ItFillsSharedMemory", {"fill_folder", "/dev/shm"}, End::exited, "", {"--tmp-mib", "32"}},
      {"ItFillsTheBox", {"fill_folder", "/box"}, End::exited, "", {"--work", "32"}},
      {"ItWritesABigFile",
       {"write_big_file"},
       End::file_size_limit,
       "8 MiB",
       {"--work", "200", "--file-size-mib", "8"}},
      {"ItSpins", {"spin"}, End::cpu_limit, "0.3 s", {"--cpu-seconds", "0.3"}},
      {"ItSpinsDeafToSignals", {"spin_ignoring_signals"}, End::cpu_limit, "", {"--cpu-seconds", "0.3"}},
      {"ItSpinsInChildren", {"spin_in_children"}, End::cpu_limit, "", {"--cpu-seconds", "0.5"}},
      {"ItSpinsInARelay", {"spin_in_relay"}, End::cpu_limit, "", {"--cpu-seconds", "0.5"}},
      {"ItSleeps", {"sleep"}, End::wall_limit, "0.3 s", {"--wall-seconds", "0.3"}},
      {"ItStopsItself", {"stop_self"}, End::wall_limit, "", {"--wall-seconds", "0.3"}},
      {"ItFloodsStdout", {"flood", "1"}, End::output_limit, "256 KiB"},
      {"ItFloodsStderr", {"flood", "2"}, End::output_limit, "16 KiB", {"--output-kib", "16"}},
      {"ItForks", {"fork_bomb"}, End::exited, "", {"--processes", "32"}},
      {"ItStartsThreads", {"thread_bomb"}, End::exited, "", {"--processes", "32"}},
      {"ItLeavesAnOrphan", {"leave_orphan"}},
      {"ItHoldsItsOutputOpen", {"hold_output"}},
      {"ItForksInAChain", {"fork_chain"}},
      {"ItKillsAll", {"kill_all"}},
      {"ItReadsTheMachine",
       {"read_files", "/etc/passwd", "/etc/hostname", "/proc/1/environ", "/var/lib/dpkg/status"}},
      {"ItWritesOutside",
       {"write_files", "/x", "/usr/x", "/etc/x", "/dev/x", "/proc/x", "/var/tmp/x", "/hostile",
        "/.gridmark-sandbox", "/proc/sys/kernel/core_pattern"}},
      {"ItSeesOtherProcesses", {"see_other_processes"}},
      {"ItOpensItsParent", {"open_parent"}},
      {"ItLooksForDescriptors", {"use_inherited_descriptors"}},
      {"ItReadsTheEnvironment", {"read_environment", "GRIDMARK_TEST_SECRET"}},
      {"ItBecomesRoot", {"become_root"}},
      {"ItRaisesItsLimits", {"raise_limits"}},
      {"ItOpensRareSockets", {"rare_sockets"}},
      {"ItReachesIntoTheKernel", {"reach_into_kernel"}},
      {"ItTraces", {"trace_parent"}, End::forbidden, "ptrace"},
      {"ItReadsMemory", {"read_parent_memory"}, End::forbidden, "process_vm_readv"},
      {"ItUnshares", {"unshare_user"}, End::forbidden, "unshare"},
      {"ItClonesANamespace", {"clone_user"}, End::forbidden, "clone"},
      {"ItMounts", {"mount_tmpfs"}, End::forbidden, "mount"},
      {"ItStoresAKey", {"store_key"}, End::forbidden, "add_key"},
      {"ItLoadsBpf", {"load_bpf"}, End::forbidden, "bpf"},
      {"ItCallsThe32BitKernel", {"call_32_bit"}, End::forbidden, "another architecture"},
  };
}

enum class User { own, stranger };

class Hostile : public testing::TestWithParam<std::tuple<User, Case>> {
 protected:
  void SetUp() override {
    if (std::get<User>(GetParam()) == User::stranger && geteuid() != 0)
      GTEST_SKIP() << "only root can become another user";
    setenv("GRIDMARK_TEST_SECRET", "42", 1);
  }
  LauncherRun run(std::vector<std::string> attack, std::vector<std::string> options) const {
    LauncherRun result = hostile_run(std::move(attack), std::move(options));
    result.as_stranger = std::get<User>(GetParam()) == User::stranger;
    return result;
  }
};

TEST_P(Hostile, EndsAsExpectedAndLeavesNothing) {
  const Case& given = std::get<Case>(GetParam());
  const std::string mark = "mark-" + std::to_string(getpid()) + given.name;
  std::vector<std::string> attack = given.attack;
  if (attack[0] != "read_files" && attack[0] != "write_files") attack.push_back(mark);
  const auto report = launch(run(attack, given.options));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(name_of(report->end), name_of(given.end)) << report->detail << "\n" << report->output_head;
  EXPECT_EQ(report->exit_code, 0) << "the attack succeeded: " << report->output_head;
  EXPECT_NE(report->detail.find(given.detail), std::string::npos) << report->detail;
  EXPECT_EQ(report->mode, "bubblewrap");
  EXPECT_EQ(processes_with(mark), 0);
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<User, Case>>& info) {
  return std::string(std::get<User>(info.param) == User::own ? "Own" : "Stranger") +
         std::get<Case>(info.param).name;
}

INSTANTIATE_TEST_SUITE_P(Attacks, Hostile,
                         testing::Combine(testing::Values(User::own, User::stranger),
                                          testing::ValuesIn(cases())),
                         name_of_case);

int exit_code_of(std::vector<std::string> attack, std::vector<std::string> options = {}) {
  const auto report = launch(hostile_run(std::move(attack), std::move(options)));
  return report ? report->exit_code : -1;
}

TEST(HostileNetwork, AListenerOfTheMachineIsOutOfReach) {
  const FileDescriptor listener(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener.get(), 1), 0);
  ASSERT_EQ(getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  EXPECT_EQ(exit_code_of({"connect_tcp", std::to_string(ntohs(address.sin_port))}), 0);
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
  EXPECT_EQ(exit_code_of({"connect_abstract", name}), 0);
}

TEST(HostileFiles, NothingIsHandedFromOneRunToTheNext) {
  ASSERT_EQ(exit_code_of({"stash"}, {"--work", "16"}), 0);
  EXPECT_EQ(exit_code_of({"find_stash"}, {"--work", "16"}), 0);
}

TEST(HostileMemory, MemfdsAreRefusedOrCounted) {
  const auto report = launch(hostile_run({"take_memory_in_memfds"}, {"--memory-mib", "128"}));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->end == End::memory_limit || report->exit_code == 0) << report->exit_code;
}

TEST(HostileProcesses, SurvivorsAreCounted) {
  const auto report = launch(hostile_run({"leave_orphan"}));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->survivors, 1);
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
