// The wrapper around the real launcher. tests/sandbox tests the limits of a run.
#include "grader/system/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <chrono>
#include <thread>

#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::system {
namespace {

const char* launcher = GRIDMARK_BUILD_DIR "/bin/gridmark-sandbox";

class LauncherSandboxTest : public testing::Test {
 protected:
  RunReport run(const SandboxCommand& command) {
    const auto report = sandbox_.run(command, limits_);
    EXPECT_TRUE(report) << report.error().message;
    return report.value_or(RunReport{});
  }
  static SandboxCommand shell(const std::string& script) {
    SandboxCommand command;
    command.arguments = {"/bin/sh", "-c", script};
    return command;
  }

  StopFlag stop_;
  Limits limits_;
  LauncherSandbox sandbox_{launcher, Trust::no, stop_};
};

TEST_F(LauncherSandboxTest, BindsWorkEnvironmentAndExportsArriveInside) {
  const TempFolder folder = TempFolder::make().value();
  ASSERT_TRUE(write_file_atomically(folder.path() / "in", "text"));
  SandboxCommand command = shell("cat /given; echo $LAB > out; pwd");
  command.read = {{folder.path() / "in", "/given"}};
  command.environment = {"LAB=one"};
  command.work_mib = 16;
  command.exports = {{"/box/out", folder.path() / "out", 100}};
  EXPECT_EQ(run(command).output_head, "text/box\n");
  EXPECT_EQ(read_file(folder.path() / "out", 100).value(), "one\n");
}

TEST_F(LauncherSandboxTest, LimitsArrive) {
  limits_.wall_seconds = 0.3;
  EXPECT_EQ(run(shell("sleep 9")).end, RunReport::End::wall_limit);
  limits_ = {};
  limits_.output_kib = 1;
  EXPECT_EQ(run(shell("head -c 100000 /dev/zero")).end, RunReport::End::output_limit);
}

TEST_F(LauncherSandboxTest, DescriptorsKeepTheirNumbersWhateverTheyAre) {
  const int low = memfd_create("low", MFD_CLOEXEC);  // lowest free number, perhaps also the report's
  ASSERT_EQ(write(low, "passed", 6), 6);
  const int high = fcntl(low, F_DUPFD_CLOEXEC, 500);
  for (const int number : {low, high}) {
    SandboxCommand command = shell("cat /proc/self/fd/" + std::to_string(number));
    command.keep_descriptors = {number};
    EXPECT_EQ(run(command).output_head, "passed") << number;
    close(number);
  }
}

TEST_F(LauncherSandboxTest, TheWorstOutputFitsInTheReport) {
  limits_.output_kib = 1024;
  const RunReport report = run(shell("head -c 200000 /dev/zero"));
  EXPECT_EQ(report.output_head, std::string(64 * 1024, '\0'));
}

TEST_F(LauncherSandboxTest, AStopRequestEndsTheRun) {
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    stop_.request();
  });
  const RunReport report = run(shell("sleep 9"));
  user.join();
  EXPECT_EQ(report.end, RunReport::End::stopped);
}

TEST(LauncherSandboxErrors, AMissingLauncherIsNamed) {
  const StopFlag never;
  LauncherSandbox sandbox("/no/such/launcher", Trust::no, never);
  SandboxCommand command;
  command.arguments = {"/bin/true"};
  const auto report = sandbox.run(command, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where, "/no/such/launcher");
}

TEST(LauncherSandboxErrors, ALauncherWithoutReportIsQuoted) {
  const StopFlag never;
  LauncherSandbox sandbox("/bin/ls", Trust::no, never);
  SandboxCommand command;
  command.arguments = {"/bin/true"};
  const auto report = sandbox.run(command, {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().source, Error::Source::sandbox);
  EXPECT_NE(report.error().message.find("no report"), std::string::npos) << report.error().message;
}

}  // namespace
}  // namespace gridmark::system
