#include "grader/sandbox/scratch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "grader/sandbox/file_tree.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/unprivileged_user.h"

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "gridmark-sandbox-";

FileDescriptor opened_folder(const fs::path& folder) {
  return FileDescriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Removes folders of this user's launchers that are gone. Only its lock shows that a launcher in another
/// process namespace still runs. In /tmp every user may make folders with such names.
void sweep_stale_scratch(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(prefix)) continue;
    const int launcher = std::atoi(name.c_str() + prefix.size());
    if (launcher <= 0 || kill(launcher, 0) == 0 || errno != ESRCH) continue;
    const FileDescriptor left = opened_folder(entry.path());
    if (flock(left.get(), LOCK_EX | LOCK_NB) == 0) remove_tree(entry.path());
  }
}

}  // namespace

Scratch::Scratch(Owner owner) {
  const bool give_away = owner == Owner::unprivileged && geteuid() == 0 && has_unprivileged_user();
  const fs::path parent = give_away ? fs::path("/tmp") : fs::temp_directory_path();
  sweep_stale_scratch(parent);
  std::string name = parent / (std::string(prefix) + std::to_string(getpid()) + "-XXXXXX");
  if (mkdtemp(name.data()) == nullptr)
    throw SandboxFailure("cannot make a folder like " + name + ": " + std::strerror(errno));
  path_ = name;
  lock_ = opened_folder(path_);
  flock(lock_.get(), LOCK_SH | LOCK_NB);
  fs::create_directory(visible());
  for (const fs::path& part : {box(), tmp()}) {
    fs::create_directory(part);
    if (give_away && chown(part.c_str(), unprivileged_user, unprivileged_user) != 0)
      throw SandboxFailure("cannot give " + part.string() + " away: " + std::strerror(errno));
  }
  if (give_away) fs::permissions(path_, fs::perms(0711));
}

Scratch::~Scratch() { remove_tree(path_); }

}  // namespace gridmark::sandbox
