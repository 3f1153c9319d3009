#include "labkit/exam/sandbox_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "labkit/exam/control_page.h"

namespace gridmark::exam {
namespace {

constexpr std::size_t report_capacity = std::size_t{1} << 20;
constexpr int first_free_descriptor = 64;  // above the fixed ones, so that dup2 never closes a source

/// Descriptors and the numbers under which a child expects them.
class ChildDescriptors {
 public:
  ChildDescriptors() { posix_spawn_file_actions_init(&actions_); }
  ChildDescriptors(const ChildDescriptors&) = delete;
  ChildDescriptors& operator=(const ChildDescriptors&) = delete;
  ~ChildDescriptors() {
    for (const int source : sources_) close(source);
    posix_spawn_file_actions_destroy(&actions_);
  }

  void add(int descriptor, int number) {
    const int source = fcntl(descriptor, F_DUPFD_CLOEXEC, first_free_descriptor);
    if (source < 0) throw std::system_error(errno, std::generic_category(), "dup");
    sources_.push_back(source);
    posix_spawn_file_actions_adddup2(&actions_, source, number);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
  std::vector<int> sources_;
};

/// Not by fork, which would copy the page tables of all arrays that the checker has mapped.
pid_t spawn(const std::vector<std::string>& command, const ChildDescriptors& descriptors) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failure =
      posix_spawn(&child, arguments[0], descriptors.actions(), nullptr, arguments.data(), environ);
  if (failure != 0) throw std::system_error(failure, std::generic_category(), command[0]);
  return child;
}

}  // namespace

SandboxProcess::SandboxProcess(const std::vector<std::string>& command, int control, int socket) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  report_ = pipe_ends[0];
  ChildDescriptors descriptors;
  descriptors.add(control, control_descriptor);
  descriptors.add(socket, socket_descriptor);
  descriptors.add(pipe_ends[1], report_descriptor);
  close(pipe_ends[1]);
  pid_ = spawn(command, descriptors);
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
  ended_ = waitpid(pid_, &status, WNOHANG) == pid_;
  if (ended_) drain();
  return ended_;
}

void SandboxProcess::ask_to_stop() {
  if (!has_ended()) kill(pid_, SIGTERM);
}

void SandboxProcess::stop() {
  using namespace std::chrono;
  ask_to_stop();
  const auto patience = steady_clock::now() + seconds(20);  // the launcher gives what it kills half of it
  while (!has_ended()) {
    if (steady_clock::now() > patience) kill(pid_, SIGKILL);
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

}  // namespace gridmark::exam
