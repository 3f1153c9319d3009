#include "grader/sandbox/unprivileged_user.h"

#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {

namespace {

/// For a user namespace with only one user. Without capabilities its root is an ordinary user outside, and
/// with an empty bounding set it cannot get them back at exec.
bool drop_capabilities() {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return false;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

bool become_unprivileged_user() {
  return setgroups(0, nullptr) == 0 &&
         setresgid(unprivileged_user, unprivileged_user, unprivileged_user) == 0 &&
         setresuid(unprivileged_user, unprivileged_user, unprivileged_user) == 0;
}

}  // namespace

bool has_unprivileged_user() {
  std::istringstream ranges(read_small_file("/proc/self/uid_map"));
  std::uint64_t first = 0, outside = 0, count = 0;
  while (ranges >> first >> outside >> count)
    if (unprivileged_user >= first && unprivileged_user - first < count) return true;
  return false;
}

void drop_root() {
  if (geteuid() != 0) return;
  if (!(has_unprivileged_user() ? become_unprivileged_user() : drop_capabilities()))
    throw SandboxFailure(std::string("cannot give up root: ") + std::strerror(errno));
}

}  // namespace gridmark::sandbox
