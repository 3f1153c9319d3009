#include "base/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>

#include "base/argument_pointers.h"
#include "base/file_descriptor.h"

namespace gridmark {
namespace {

// Above all numbers that a child is given, so that no new descriptor replaces the source of another.
constexpr int first_free = 64;

/// The two parameter objects of posix_spawn, freed on every path out.
class SpawnPlan {
 public:
  explicit SpawnPlan(const SpawnOptions& options) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    for (const GivenDescriptor& given : options.descriptors) give(given);
    set_attributes(options);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }
  int problem() const { return problem_; }  ///< an errno if some descriptor cannot be given

 private:
  void give(const GivenDescriptor& given) {
    if (given.ours < 0) {
      posix_spawn_file_actions_addopen(&actions_, given.number, "/dev/null", O_RDWR, 0);
      return;
    }
    const FileDescriptor& source = sources_.emplace_back(fcntl(given.ours, F_DUPFD_CLOEXEC, first_free));
    if (!source.valid()) problem_ = errno;
    posix_spawn_file_actions_adddup2(&actions_, source.get(), given.number);
  }

  void set_attributes(const SpawnOptions& options) {
    short flags = options.own_group ? POSIX_SPAWN_SETPGROUP : 0;
    if (options.blocked) {
      flags |= POSIX_SPAWN_SETSIGMASK;
      posix_spawnattr_setsigmask(&attributes_, &*options.blocked);
    }
    if (!options.default_signals.empty()) {
      flags |= POSIX_SPAWN_SETSIGDEF;
      sigset_t signals;
      sigemptyset(&signals);
      for (const int one : options.default_signals) sigaddset(&signals, one);
      posix_spawnattr_setsigdefault(&attributes_, &signals);
    }
    posix_spawnattr_setflags(&attributes_, flags);
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
  std::vector<FileDescriptor> sources_;
  int problem_ = 0;
};

}  // namespace

pid_t spawn(const std::vector<std::string>& command, const SpawnOptions& options) {
  const std::vector<char*> arguments = argument_pointers(command);
  const SpawnPlan plan(options);
  pid_t child = -1;
  errno = plan.problem();
  if (errno != 0) return -1;
  errno = posix_spawnp(&child, arguments[0], plan.actions(), plan.attributes(), arguments.data(), environ);
  return errno == 0 ? child : -1;
}

}  // namespace gridmark
