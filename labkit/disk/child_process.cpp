#include "labkit/disk/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/spawn.h"

namespace gridmark::disk {

std::string in_words(const Ended& ended) {
  if (ended.signal == 0) return "exited with " + std::to_string(ended.exit_code);
  return "was ended by signal " + std::to_string(ended.signal) + " (" + ::strsignal(ended.signal) + ")";
}

ChildProcesses::ChildProcesses() {
  ::sigemptyset(&awaited_);
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaddset(&awaited_, signal);
  ::pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
}

ChildProcesses::~ChildProcesses() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Ended ChildProcesses::run(const std::vector<std::string>& command, int output, int descriptor) const {
  SpawnOptions options;
  options.own_group = true;
  options.blocked = before_;
  const int printed = output < 0 ? STDERR_FILENO : output;
  options.descriptors = {{-1, STDIN_FILENO}, {printed, STDOUT_FILENO}, {printed, STDERR_FILENO}};
  if (descriptor >= 0) options.descriptors.push_back({descriptor, given_descriptor});
  const pid_t child = gridmark::spawn(command, options);
  if (child < 0) throw CannotStart("cannot start " + command[0] + ": " + std::strerror(errno));
  bool stopped = false;
  siginfo_t state{};
  // WNOWAIT: the process stays until its group is killed, so that no other process can get its id.
  while (!stopped && ::waitid(P_PID, static_cast<id_t>(child), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         state.si_pid == 0) {
    const int signal = ::sigwaitinfo(&awaited_, nullptr);
    stopped = signal > 0 && signal != SIGCHLD;
  }
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (stopped) throw Stopped{};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

}  // namespace gridmark::disk
