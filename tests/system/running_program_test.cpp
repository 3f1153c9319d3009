#include "grader/system/running_program.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>

namespace gridmark::system {
namespace {

struct ProgramRun {
  std::optional<int> code;
  std::string printed;
};

/// Runs to the end, at most half a minute.
ProgramRun run_to_end(const std::vector<std::string>& command,
                      const std::vector<std::string>& variables = {}) {
  auto program = RunningProgram::start(command, variables, ProgramOutput::kept);
  if (!program) return {std::nullopt, message_of(program.error())};
  ProgramRun run;
  run.code = (*program)->wait(30, [&](std::string_view text) { run.printed += text; });
  return run;
}

TEST(RunningProgram, PassesOnOutputVariableAndExitCode) {
  const ProgramRun run = run_to_end({"sh", "-c", "echo port $GRIDMARK_TEST_PORT; echo bad >&2; exit 7"},
                                    {"GRIDMARK_TEST_PORT=9400"});
  EXPECT_EQ(run.code, 7);
  EXPECT_EQ(run.printed, "port 9400\nbad\n");
}

TEST(RunningProgram, OneThatASignalEndedHasAShellsExitCode) {
  EXPECT_EQ(run_to_end({"sh", "-c", "kill -9 $$"}).code, 137);
}

TEST(RunningProgram, AMissingOneIsNamed) {
  EXPECT_EQ(run_to_end({"./no-such-program"}).printed,
            "./no-such-program: cannot be started: No such file or directory");
}

TEST(RunningProgram, AWaitEndsBeforeTheProgram) {
  auto program = RunningProgram::start({"sleep", "0.3"}, {}, ProgramOutput::as_ours);
  ASSERT_TRUE(program);
  EXPECT_EQ((*program)->wait(0.01, [](std::string_view) {}), std::nullopt);
  EXPECT_EQ((*program)->wait(30, [](std::string_view) {}), 0);
  EXPECT_EQ((*program)->wait(30, [](std::string_view) {}), 0);
}

// The program decides what a signal does, and gridmark waits for it.
TEST(RunningProgram, ASignalOfAnotherProcessIsPassedOn) {
  auto program = RunningProgram::start(
      {"sh", "-c", "trap 'echo saved; exit 3' TERM; echo ready; while :; do sleep 0.05; done"}, {},
      ProgramOutput::kept);
  ASSERT_TRUE(program);
  std::string printed;
  const auto keep = [&](std::string_view text) { printed += text; };
  for (int i = 0; i < 600 && printed.empty(); ++i) (*program)->wait(0.05, keep);
  kill(getpid(), SIGTERM);
  EXPECT_EQ((*program)->wait(30, keep), 3);
  EXPECT_EQ(printed, "ready\nsaved\n");
}

TEST(RunningProgram, SignalsAreBlockedInNoProgramAndAfterItNowhere) {
  EXPECT_EQ(run_to_end({"grep", "SigBlk", "/proc/self/status"}).printed, "SigBlk:\t0000000000000000\n");
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGINT), 0);
}

// Its grandchild holds the pipe, which must not delay us.
TEST(RunningProgram, AProgramThatLeavesAChildBehindHasEnded) {
  EXPECT_EQ(run_to_end({"sh", "-c", "sleep 20 & echo $!"}).code, 0);
}

}  // namespace
}  // namespace gridmark::system
