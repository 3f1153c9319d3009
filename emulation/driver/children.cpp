#include "emulation/driver/children.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/spawn.h"

namespace gridmark::driver {
Children::Children() {
  std::signal(SIGCHLD, SIG_DFL);  // an inherited SIG_IGN would reap the children
  sigemptyset(&awaited_);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&awaited_, number);
  sigprocmask(SIG_BLOCK, &awaited_, &mask_before_);
}

Children::~Children() {
  end_all();
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

pid_t Children::start(const std::vector<std::string>& command, const Descriptors& descriptors) {
  const std::vector<GivenDescriptor> given{{descriptors.input, STDIN_FILENO},
                                           {descriptors.output, STDOUT_FILENO},
                                           {descriptors.messages, STDERR_FILENO}};
  const pid_t pid = spawn(command, {.descriptors = given, .own_group = true, .blocked = mask_before_});
  if (pid < 0) throw CannotRun("cannot run the compiler '" + command[0] + "': " + std::strerror(errno));
  running_.insert(pid);
  return pid;
}

Children::Ended Children::wait() {
  Ended ended{};
  while (!reap(ended)) {
    siginfo_t told{};
    if (sigwaitinfo(&awaited_, &told) < 0 && errno != EINTR) throw CannotRun("cannot wait for the compiler");
    if (told.si_signo == 0 || told.si_signo == SIGCHLD) continue;
    end_all();
    throw Interrupted{told.si_signo};
  }
  return ended;
}

/// Takes one child that has ended, if there is one. Signals merge, so each wait checks every child.
bool Children::reap(Ended& ended) {
  for (const pid_t pid : running_) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) != pid) continue;
    ended = {pid, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
    running_.erase(pid);
    return true;
  }
  return false;
}

void Children::end(pid_t pid) {
  kill(-pid, SIGTERM);  // the compiler removes its own temporary files
  waitpid(pid, nullptr, 0);
  kill(-pid, SIGKILL);
  running_.erase(pid);
}

void Children::end_all() {
  while (!running_.empty()) end(*running_.begin());
}

}  // namespace gridmark::driver
