#include "base/spawn.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/file_descriptor.h"

namespace gridmark {
namespace {

/// The exit code of a shell that runs `script`.
int run_shell(const std::string& script, const SpawnOptions& options) {
  const pid_t child = spawn({"sh", "-c", script}, options);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    reader = FileDescriptor(ends[0]), writer = FileDescriptor(ends[1]);
  }
  std::string text() {
    char bytes[64];
    writer.close();
    const ssize_t count = read(reader.get(), bytes, sizeof bytes);
    return {bytes, static_cast<std::size_t>(count < 0 ? 0 : count)};
  }
  FileDescriptor reader, writer;
};

TEST(Spawn, GivesDescriptorsTheNumbersThatAreAskedFor) {
  Pipe one, two;
  // The numbers are swapped, so one must not be closed before it is passed on.
  const int first = one.writer.get(), second = two.writer.get();
  const std::string script =
      "echo to_one >&" + std::to_string(second) + "; echo to_two >&" + std::to_string(first);
  EXPECT_EQ(run_shell(script, {.descriptors = {{first, second}, {second, first}}}), 0);
  EXPECT_EQ(one.text(), "to_one\n");
  EXPECT_EQ(two.text(), "to_two\n");
}

TEST(Spawn, OpensNothingWhereThereIsNoDescriptor) {
  EXPECT_EQ(run_shell("read line", {.descriptors = {{-1, STDIN_FILENO}}}), 1) << "the end, at once";
  EXPECT_EQ(run_shell("echo lost", {.descriptors = {{-1, STDOUT_FILENO}}}), 0);
}

TEST(Spawn, ASignalThatWeIgnoreEndsTheChild) {
  const auto before = std::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(run_shell("kill -USR1 $$", {}), 0);
  EXPECT_EQ(run_shell("kill -USR1 $$", {.default_signals = {SIGUSR1}}), 128 + SIGUSR1);
  std::signal(SIGUSR1, before);
}

TEST(Spawn, AGroupOfItsOwnHasTheChildsNumber) {
  const std::string script = "set -- $(cat /proc/$$/stat); test $5 -eq $$";
  EXPECT_EQ(run_shell(script, {.own_group = true}), 0);
  EXPECT_NE(run_shell(script, {}), 0);
}

TEST(Spawn, ADescriptorThatIsNotOpenIsAnError) {
  EXPECT_EQ(spawn({"/bin/true"}, {.descriptors = {{1000, STDOUT_FILENO}}}), -1);
  EXPECT_EQ(errno, EBADF);
}

TEST(Spawn, WhatCannotBeStartedIsAnError) {
  EXPECT_EQ(spawn({"/no/such/program"}, {}), -1);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace gridmark
