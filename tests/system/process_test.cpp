#include "grader/system/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

ProcessRequest child(std::vector<std::string> words) {
  ProcessRequest request;
  request.arguments = {GRIDMARK_BUILD_DIR "/bin/system_child"};
  request.arguments.insert(request.arguments.end(), words.begin(), words.end());
  return request;
}

ProcessResult run(const ProcessRequest& request) {
  const StopFlag never;
  const auto result = run_process(request, never);
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(ProcessResult{});
}

int processes_with(const std::string& word) {
  int found = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string words((std::istreambuf_iterator<char>(file)), {});
    if (words.find(word) != std::string::npos) ++found;
  }
  return found;
}

bool eventually_gone(const std::string& word) {
  for (int i = 0; i < 200 && processes_with(word) > 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return processes_with(word) == 0;
}

TEST(RunProcess, BothStreamsAreKeptApart) {
  const ProcessResult result = run(child({"speak"}));
  EXPECT_EQ(result.output, "to stdout");
  EXPECT_EQ(result.error_output, "to stderr");
  EXPECT_EQ(result.exit_code, 0);
}

TEST(RunProcess, ExitCodesAndSignalsAreToldApart) {
  EXPECT_EQ(run(child({"exit_with", "137"})).exit_code, 137);
  const ProcessResult killed = run(child({"die_by", "9"}));
  EXPECT_EQ(killed.signal, 9);
  EXPECT_EQ(killed.exit_code, -1);
}

TEST(RunProcess, OutputBeyondTheCapIsDroppedAndDoesNotBlock) {
  ProcessRequest request = child({"fill", "5000000"});
  request.output_cap = 1000;
  const ProcessResult result = run(request);
  EXPECT_EQ(result.output, std::string(1000, 'x'));
  EXPECT_EQ(result.exit_code, 0);
}

TEST(RunProcess, TheReportComesFromItsOwnDescriptor) {
  ProcessRequest request = child({"report", "7"});
  request.report_descriptor = 7;
  EXPECT_EQ(run(request).report, "reported");
}

TEST(RunProcess, OnlyNamedDescriptorsAreInherited) {
  const int leaked = open("/dev/null", O_RDONLY), kept = memfd_create("kept", MFD_CLOEXEC);
  ProcessRequest request = child({"open_descriptors"});
  request.keep_descriptors = {kept};
  EXPECT_EQ(run(request).output, "0 1 2 " + std::to_string(kept) + " ");
  close(leaked);
  close(kept);
}

TEST(RunProcess, FolderEnvironmentAndEmptyInputAreAsAsked) {
  ProcessRequest request = child({"where", "LAB"});
  request.folder = "/usr";
  request.environment = {"LAB=one"};
  EXPECT_EQ(run(request).output, "/usr one 0");
}

TEST(RunProcess, TheCallersEnvironmentIsTheDefault) {
  setenv("GRIDMARK_TEST_INHERITED", "yes", 1);
  EXPECT_NE(run(child({"where", "GRIDMARK_TEST_INHERITED"})).output.find(" yes "), std::string::npos);
}

TEST(RunProcess, AProgramThatCannotStartIsAnErrorThatNamesIt) {
  const StopFlag never;
  ProcessRequest request;
  request.arguments = {"/no/such/program"};
  const auto result = run_process(request, never);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().where, "/no/such/program");
  EXPECT_EQ(result.error().message, "cannot be started: No such file or directory");
}

TEST(RunProcess, ATimeoutEndsEvenADeafProcess) {
  ProcessRequest request = child({"sleep_deaf"});
  request.timeout_seconds = 0.2;
  const ProcessResult result = run(request);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_LT(result.seconds, 10);
}

TEST(RunProcess, ATimeoutEndsTheWholeGroup) {
  const std::string mark = "mark-" + std::to_string(getpid()) + "-group";
  ProcessRequest request = child({"sleep_in_child", mark});
  request.timeout_seconds = 0.2;
  EXPECT_TRUE(run(request).timed_out);
  EXPECT_TRUE(eventually_gone(mark));
}

TEST(RunProcess, AStopRequestEndsTheRunAtOnce) {
  StopFlag stop;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request();
  });
  const auto result = run_process(child({"sleep_in_child"}), stop);
  user.join();
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->stopped);
  EXPECT_LT(result->seconds, 5);
}

TEST(RunProcess, NothingRunsOnceAStopWasRequested) {
  StopFlag stop;
  stop.request();
  const auto result = run_process(child({"sleep_in_child"}), stop);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->stopped);
}

TEST(RunProcess, AChildDiesWithItsParent) {
  const std::string mark = "mark-" + std::to_string(getpid()) + "-parent";
  const pid_t parent = fork();
  if (parent == 0) {
    const StopFlag never;
    run_process(child({"sleep_deaf", mark}), never);
    _exit(0);
  }
  for (int i = 0; i < 200 && processes_with(mark) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_GT(processes_with(mark), 0);
  kill(parent, SIGKILL);
  EXPECT_TRUE(eventually_gone(mark));
}

TEST(RunProcess, ManyThreadsMayRunChildrenAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      const StopFlag never;
      const auto result = run_process(child({"exit_with", std::to_string(i)}), never);
      right += result && result->exit_code == i ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8);
}

}  // namespace
}  // namespace gridmark::system
