#include "grader/system/running_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/spawn.h"

namespace gridmark::system {
namespace {

sigset_t signals_to_read() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&signals, signal);
  return signals;
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<GivenDescriptor> descriptors_for(ProgramOutput output, int pipe) {
  if (output == ProgramOutput::to_errors) return {{STDERR_FILENO, STDOUT_FILENO}};
  if (output == ProgramOutput::kept) return {{pipe, STDOUT_FILENO}, {pipe, STDERR_FILENO}};
  return {};
}

}  // namespace

RunningProgram::RunningProgram() {
  const sigset_t signals = signals_to_read();
  sigprocmask(SIG_BLOCK, &signals, &before_);
  signals_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

RunningProgram::~RunningProgram() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

Result<std::unique_ptr<RunningProgram>> RunningProgram::start(const std::vector<std::string>& command,
                                                              const std::vector<std::string>& variables,
                                                              ProgramOutput output) {
  std::unique_ptr<RunningProgram> program(new RunningProgram);
  std::array<int, 2> ends{-1, -1};
  if (output == ProgramOutput::kept && pipe2(ends.data(), O_CLOEXEC) != 0)
    return failure(Error::Source::filesystem, "", std::string("no pipe: ") + std::strerror(errno));
  program->output_ = FileDescriptor(ends[0]);
  const FileDescriptor write_end(ends[1]);
  if (ends[0] >= 0) fcntl(ends[0], F_SETFL, O_NONBLOCK);
  for (const std::string& variable : variables) {
    const std::size_t sign = variable.find('=');
    setenv(variable.substr(0, sign).c_str(), variable.substr(sign + 1).c_str(), 1);
  }
  SpawnOptions options;
  options.descriptors = descriptors_for(output, write_end.get());
  options.blocked = program->before_;
  program->process_ = spawn(command, options);
  if (program->process_ < 0)
    return failure(Error::Source::usage, command.front(),
                   std::string("cannot be started: ") + std::strerror(errno));
  return program;
}

std::optional<int> RunningProgram::wait(double seconds, const std::function<void(std::string_view)>& show) {
  for (const double end = steady_seconds() + seconds; !exit_code_;) {
    const double left = end - steady_seconds();
    if (left <= 0) return std::nullopt;
    std::array<pollfd, 2> ready{pollfd{signals_.get(), POLLIN, 0}, pollfd{output_.get(), POLLIN, 0}};
    poll(ready.data(), ready.size(), static_cast<int>(std::min(left, 3600.0) * 1000) + 1);
    if (ready[1].revents != 0) take_output(show);
    if (ready[0].revents != 0) exit_code_ = take_signal();
  }
  take_output(show);
  return exit_code_;
}

/// Reads the available output, at most 1 MiB, so that a flood of output does not stop the caller.
void RunningProgram::take_output(const std::function<void(std::string_view)>& show) {
  std::array<char, 16384> piece;
  for (int i = 0; i < 64 && output_.valid(); ++i) {
    const ssize_t size = read(output_.get(), piece.data(), piece.size());
    if (size == 0) output_ = FileDescriptor();
    if (size <= 0) return;
    show({piece.data(), static_cast<std::size_t>(size)});
  }
}

std::optional<int> RunningProgram::take_signal() {
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof info) == sizeof info) {
    const int signal = static_cast<int>(info.ssi_signo);
    if (signal != SIGCHLD && info.ssi_code != SI_KERNEL) kill(process_, signal);
  }
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace gridmark::system
