#include "emulation/driver/children.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gridmark::driver {
namespace {

/// posix_spawn's two parameter objects, freed on every way out.
struct SpawnPlan {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnPlan(const Descriptors& descriptors, const sigset_t& mask) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    connect(descriptors.input, STDIN_FILENO, O_RDONLY);
    connect(descriptors.output, STDOUT_FILENO, O_WRONLY);
    connect(descriptors.messages, STDERR_FILENO, O_WRONLY);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &mask);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  void connect(int from, int to, int flags) {
    if (from < 0)
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", flags, 0);
    else
      posix_spawn_file_actions_adddup2(&actions, from, to);
  }
};

}  // namespace

Children::Children() {
  std::signal(SIGCHLD, SIG_DFL);  // an inherited SIG_IGN would reap our children
  sigemptyset(&awaited_);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&awaited_, number);
  sigprocmask(SIG_BLOCK, &awaited_, &mask_before_);
}

Children::~Children() {
  end_all();
  sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

pid_t Children::start(const std::vector<std::string>& command, const Descriptors& descriptors) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const SpawnPlan plan(descriptors, mask_before_);
  pid_t pid = 0;
  const int error =
      posix_spawnp(&pid, arguments[0], &plan.actions, &plan.attributes, arguments.data(), environ);
  if (error) throw CannotRun("cannot run the compiler '" + command[0] + "': " + std::strerror(error));
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

/// One child that has ended, if any has. Signals merge, so each wait looks at every child.
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
