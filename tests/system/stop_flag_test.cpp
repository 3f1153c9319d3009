#include "grader/system/stop_flag.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <csignal>

namespace gridmark::system {
namespace {

bool readable(int descriptor) {
  pollfd event{descriptor, POLLIN, 0};
  return poll(&event, 1, 0) == 1;
}

TEST(StopFlag, ARequestIsSeenAndStays) {
  StopFlag flag;
  EXPECT_FALSE(flag.requested());
  EXPECT_FALSE(readable(flag.descriptor()));
  flag.request();
  flag.request();
  EXPECT_TRUE(flag.requested());
  EXPECT_TRUE(readable(flag.descriptor()));
}

/// Runs in a separate process, because signal handlers belong to the process.
int exit_of_child(void (*act)(StopFlag&)) {
  const pid_t child = fork();
  if (child == 0) {
    StopFlag flag;
    stop_on_signals(flag);
    act(flag);
    _exit(flag.requested() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(StopOnSignals, TheFirstSignalOnlyRequestsAStop) {
  for (const auto act : {+[](StopFlag&) { std::raise(SIGINT); }, +[](StopFlag&) { std::raise(SIGTERM); }})
    EXPECT_EQ(exit_of_child(act), 0);
}

TEST(StopOnSignals, TheSecondSignalEndsTheProcess) {
  const int status = exit_of_child([](StopFlag&) {
    std::raise(SIGINT);
    std::raise(SIGINT);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
}

}  // namespace
}  // namespace gridmark::system
