// The cause of a kill for memory: the run's own limit, which is the command's fault, or the machine.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "grader/sandbox/control_group.h"
#include "grader/sandbox/small_files.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

using sandbox::own_group;
using sandbox::write_small_file;

/// A control group with 200 MiB for all its processes, like a cluster's job. It is removed at the end.
class SmallMachine {
 public:
  SmallMachine() {
    const std::string name = "/gridmark-test-" + std::to_string(getpid());
    const std::string version1 = own_group("memory"), version2 = own_group("");
    if (!version1.empty()) {
      limit(version1 + name, "/memory.limit_in_bytes");
      return;
    }
    limit(version2.substr(0, version2.rfind('/')) + name, "/memory.max");
    write_small_file(folder_ + "/cgroup.subtree_control", "+memory");
    inner_ = folder_ + "/launcher";  // a group with processes cannot give memory to groups below it
    mkdir(inner_.c_str(), 0755);
  }
  ~SmallMachine() {
    constexpr int attempts = 200;  // the kernel releases the last process shortly after it was reaped
    for (int i = 0; i < attempts && (rmdir(inner_.c_str()), rmdir(folder_.c_str())) != 0; ++i) usleep(1000);
  }
  SmallMachine(const SmallMachine&) = delete;
  SmallMachine& operator=(const SmallMachine&) = delete;

  bool made() const { return made_; }
  /// Put this before a command that must run there.
  std::vector<std::string> wrapper() const {
    return {"/bin/sh", "-c", "echo $$ > '" + inner_ + "/cgroup.procs' && exec \"$@\"", "sh"};
  }

 private:
  void limit(const std::string& folder, const std::string& file) {
    folder_ = inner_ = folder;
    mkdir(folder.c_str(), 0755);
    made_ = write_small_file(folder + file, std::to_string(200 << 20));
  }

  std::string folder_, inner_;
  bool made_ = false;
};

/// Uses 600 MiB in a group of 200 MiB.
LauncherRun hungry_run(const SmallMachine& machine, const std::string& limit_mib) {
  LauncherRun run = hostile_run({"take_memory"}, {"--memory-mib", limit_mib});
  run.wrapper = machine.wrapper();
  return run;
}

TEST(MemoryKiller, TheMachinesIsNoLimitOfTheRun) {
  const SmallMachine machine;
  if (!machine.made()) GTEST_SKIP() << "this machine makes no memory group here";
  const auto report = launch(hungry_run(machine, "1024"));
  ASSERT_FALSE(report) << report->detail;
  EXPECT_EQ(
      report.error().message,
      "the machine's memory killer ended a run that may use 1024 MiB: free memory, or grade fewer at once");
}

TEST(MemoryKiller, TheMachinesIsNoticedWhereNoGroupCounts) {
  const SmallMachine machine;
  if (!machine.made() || geteuid() != 0) GTEST_SKIP() << "this machine makes no memory group here";
  LauncherRun run = hungry_run(machine, "1024");
  run.as_stranger = true;
  const auto report = launch(run);
  ASSERT_FALSE(report) << report->detail;
  EXPECT_NE(report.error().message.find("memory killer"), std::string::npos);
}

// The kernel's count is for the complete machine. Repeated kills of a neighbour's runs must not turn this
// run's limits into errors.
TEST(MemoryKiller, ANeighboursIsNotThisRuns) {
  const SmallMachine machine;
  if (!machine.made() || geteuid() != 0) GTEST_SKIP() << "this machine makes no memory group here";
  std::atomic<int> kills = 0;
  std::jthread neighbour([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) kills += launch(hungry_run(machine, "1024")) ? 0 : 1;
  });
  while (kills == 0) usleep(1000);
  LauncherRun run = hostile_run({"spin"}, {"--cpu-seconds", "2"});
  run.as_stranger = true;
  // On a slow machine a run may end before the neighbour's next one is killed.
  for (const int before = kills; kills == before && !HasFailure();)
    EXPECT_EQ(must_launch(run).end, RunReport::End::cpu_limit);
}

TEST(MemoryKiller, TheRunsOwnIsTheCommandsDoing) {
  const SmallMachine machine;
  if (!machine.made()) GTEST_SKIP() << "this machine makes no memory group here";
  EXPECT_EQ(must_launch(hungry_run(machine, "100")).end, RunReport::End::memory_limit);
}

}  // namespace
}  // namespace gridmark::test
