#include "grader/sandbox/unprivileged_user.h"

#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "grader/sandbox/isolation_mode.h"

namespace gridmark::sandbox {

void drop_root() {
  if (geteuid() != 0) return;
  if (setgroups(0, nullptr) != 0 || setresgid(unprivileged_user, unprivileged_user, unprivileged_user) != 0 ||
      setresuid(unprivileged_user, unprivileged_user, unprivileged_user) != 0)
    throw SandboxFailure(std::string("cannot give up root: ") + std::strerror(errno));
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // changing the user cleared it
}

}  // namespace gridmark::sandbox
