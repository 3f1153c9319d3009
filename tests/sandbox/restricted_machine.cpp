// Runs a command as on a machine that keeps user namespaces from it:
//   unshare   none can be made, as in a container or with a sysctl
//   mount     they can be made, without mounts: AppArmor on Ubuntu since 23.10 removes the rights
//   loopback  the same, and the loopback device cannot be set up, which bubblewrap notices first there
// A filter of system calls replaces the security module. It also holds for root.
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

namespace {

void refuse_namespaces(scmp_filter_ctx filter) {
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(unshare), 0);
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                   SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

void refuse_mounts(scmp_filter_ctx filter) {
  for (const int call : {SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root)})
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0);
}

void refuse_loopback(scmp_filter_ctx filter) {
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_NETLINK));
}

bool restrict_as(const std::string& machine) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return false;
  if (machine == "unshare") refuse_namespaces(filter);
  if (machine != "unshare") refuse_mounts(filter);
  if (machine == "loopback") refuse_loopback(filter);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && seccomp_load(filter) == 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3 || !restrict_as(words[1])) {
    std::fprintf(stderr, "usage: restricted_machine unshare|mount|loopback PROGRAM ARGS...\n");
    return 64;
  }
  execv(words[2], words + 2);
  std::perror(words[2]);
  return 127;
}
