#include "grader/sandbox/launch.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "base/argument_pointers.h"

#include "grader/sandbox/devices.h"

namespace gridmark::sandbox {
namespace {

struct Pair {
  FileDescriptor ours, theirs;
};

Pair make_channel() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw SandboxFailure("no socket pair");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Pair make_output_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SandboxFailure("no pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Closes at exec all other descriptors of the supervisor, including inherited ones.
void keep_only(const std::vector<int>& descriptors) {
  constexpr unsigned first = 3, close_on_exec = 4;  // CLOSE_RANGE_CLOEXEC
  syscall(SYS_close_range, first, ~0U, close_on_exec);
  for (const int descriptor : descriptors) fcntl(descriptor, F_SETFD, 0);
}

void arrange_process() {
  setsid();
  std::signal(SIGPIPE, SIG_DFL);
  const sigset_t signals = stop_signals();
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

/// Fails before a mode is entered, because not every mode checks its sources.
void require_sources(const Options& options) {
  for (const Bind& bind : options.read)
    if (struct stat info{}; stat(bind.host.c_str(), &info) != 0)
      throw SandboxFailure("cannot read " + bind.host + ", which --read names: " + std::strerror(errno));
}

void exec_wrapper(const Options& options, const IsolationMode& mode, const ResourceControl& control,
                  int channel) {
  arrange_process();
  require_sources(options);
  Options completed = options;
  completed.channel_fd = channel;
  completed.devices = wanted_devices(options);
  completed.memory_by_watchdog = !control.counts_unmapped_memory();
  completed.tasks_by_group = control.limits_tasks();
  const std::vector<std::string> words = mode.enter(completed);
  const std::vector<char*> arguments = argument_pointers(words);
  std::vector<int> kept = options.keep_fds;
  kept.push_back(channel);
  keep_only(kept);
  char* no_environment[] = {nullptr};
  execve(arguments[0], arguments.data(), no_environment);
  throw SandboxFailure("cannot run " + words[0] + ": " + std::strerror(errno));
}

[[noreturn]] void become_wrapper(const Options& options, const IsolationMode& mode,
                                 const ResourceControl& control, int channel, int output) {
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  try {
    exec_wrapper(options, mode, control, channel);
  } catch (const std::exception& error) {
    const std::string text = std::string(error.what()) + "\n";
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(126);
  }
  _exit(125);
}

struct Way {
  const char* name;
  std::unique_ptr<ResourceControl> (*make)(const Options&);
};

/// Best first.
constexpr Way ways_to_control[] = {{"cgroup2", make_cgroup2_control},
                                   {"cgroup1", make_cgroup1_control},
                                   {"watchdog", make_watchdog_control}};

/// Forks under the first control that works here, or under the one in the options.
pid_t fork_under_control(const Options& options, std::unique_ptr<ResourceControl>& control) {
  for (const Way& way : ways_to_control) {
    if (options.control != "auto" && options.control != way.name) continue;
    control = way.make(options);
    const pid_t child = control ? control->fork_controlled() : -1;
    if (child >= 0) return child;
  }
  throw SandboxFailure("cannot start a process under control of " +
                       (options.control == "auto" ? "anything" : options.control));
}

}  // namespace

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  return set;
}

Launched launch(const Options& options, const IsolationMode& mode) {
  Pair channel = make_channel();
  Pair output = make_output_pipe();
  Launched launched;
  launched.child = fork_under_control(options, launched.control);
  if (launched.child == 0)
    become_wrapper(options, mode, *launched.control, channel.theirs.get(), output.theirs.get());
  launched.child_descriptor = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, launched.child, 0U)));
  launched.channel = std::move(channel.ours);
  launched.output = std::move(output.ours);
  return launched;
}

}  // namespace gridmark::sandbox
