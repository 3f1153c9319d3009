#include "labkit/channel/sandbox_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "base/spawn.h"
#include "labkit/channel/control_page.h"

namespace gridmark::channel {
namespace {

constexpr std::size_t report_capacity = std::size_t{1} << 20;

}  // namespace

SandboxProcess::SandboxProcess(const std::vector<std::string>& command, int control, int socket) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  report_ = pipe_ends[0];
  pid_ = spawn(command, {.descriptors = {{control, control_descriptor},
                                         {socket, socket_descriptor},
                                         {pipe_ends[1], report_descriptor}}});
  const int problem = errno;
  close(pipe_ends[1]);
  if (pid_ < 0) throw std::system_error(problem, std::generic_category(), command[0]);
  fcntl(report_, F_SETFL, O_NONBLOCK);
}

SandboxProcess::~SandboxProcess() {
  stop();
  close(report_);
}

bool SandboxProcess::has_ended() {
  if (ended_) return true;
  drain();
  int status = 0;
  {
    const std::lock_guard lock(reaping_);
    ended_ = waitpid(pid_, &status, WNOHANG) == pid_;
  }
  if (ended_) drain();
  return ended_;
}

void SandboxProcess::kill() {
  const std::lock_guard lock(reaping_);  // a process id that was waited for may belong to another process
  if (!ended_) ::kill(pid_, SIGTERM);
}

void SandboxProcess::ask_to_stop() {
  if (!has_ended()) kill();
}

void SandboxProcess::stop() {
  using namespace std::chrono;
  ask_to_stop();
  const auto patience = steady_clock::now() + seconds(20);  // half of it is for processes that it kills
  while (!has_ended()) {
    if (steady_clock::now() > patience) ::kill(pid_, SIGKILL);
    pollfd watched{report_, POLLIN, 0};
    poll(&watched, 1, 1);
  }
}

const std::string& SandboxProcess::report() { return text_; }

void SandboxProcess::drain() {
  std::array<char, 4096> chunk{};
  while (true) {
    const ssize_t count = read(report_, chunk.data(), chunk.size());
    if (count <= 0) return;
    if (text_.size() < report_capacity) text_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace gridmark::channel
