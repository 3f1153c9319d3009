#include "grader/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/fsverity.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <memory>

namespace gridmark::sandbox {
namespace {

// A course's program never makes these calls by accident. They end the run and the report names them.
constexpr const char* forbidden_calls[] = {"acct",
                                           "add_key",
                                           "bpf",
                                           "chroot",
                                           "clock_settime",
                                           "delete_module",
                                           "fanotify_init",
                                           "finit_module",
                                           "fsconfig",
                                           "fsmount",
                                           "fsopen",
                                           "fspick",
                                           "init_module",
                                           "ioperm",
                                           "iopl",
                                           "kcmp",
                                           "kexec_file_load",
                                           "kexec_load",
                                           "keyctl",
                                           "mount",
                                           "mount_setattr",
                                           "move_mount",
                                           "open_by_handle_at",
                                           "open_tree",
                                           "pidfd_getfd",
                                           "pivot_root",
                                           "process_vm_readv",
                                           "ptrace",
                                           "process_vm_writev",
                                           "quotactl",
                                           "quotactl_fd",
                                           "reboot",
                                           "request_key",
                                           "sethostname",
                                           "setdomainname",
                                           "setns",
                                           "settimeofday",
                                           "swapoff",
                                           "swapon",
                                           "syslog",
                                           "umount2",
                                           "unshare"};

// Libraries try these calls and work without them.
constexpr const char* refused_calls[] = {
    "adjtimex",          "clock_adjtime",   "inotify_init",   "inotify_init1", "io_setup",   "io_uring_enter",
    "io_uring_register", "io_uring_setup",  "lookup_dcookie", "migrate_pages", "modify_ldt", "move_pages",
    "name_to_handle_at", "perf_event_open", "userfaultfd",    "vhangup",       "vmsplice"};

// No program of a course needs calls newer than this filter. The numbers are the same on all architectures.
constexpr unsigned first_unknown_call = 450;

// Memory that no process maps. The buffers of a socket, semaphores, messages and Landlock rules hold some
// too. The launcher has applied its own rules before.
constexpr const char* hidden_memory_calls[] = {"memfd_create",
                                               "memfd_secret",
                                               "shmget",
                                               "shmat",
                                               "shmctl",
                                               "semget",
                                               "msgget",
                                               "landlock_create_ruleset",
                                               "landlock_add_rule",
                                               "landlock_restrict_self"};

// Landlock covers opening a file, but not these calls. They would change files of the caller's user,
// including the toolkit, read attributes of files, or reach other processes of that user.
constexpr const char* calls_beside_opening[] = {
    "chmod",     "fchmod",     "fchmodat",        "chown",           "fchown",       "fchownat",   "lchown",
    "getxattr",  "lgetxattr",  "fgetxattr",       "listxattr",       "llistxattr",   "flistxattr", "setxattr",
    "lsetxattr", "fsetxattr",  "removexattr",     "lremovexattr",    "fremovexattr", "utime",      "utimes",
    "futimesat", "utimensat",  "mq_open",         "mq_unlink",       "msgctl",       "msgget",     "msgrcv",
    "msgsnd",    "semctl",     "semget",          "semop",           "semtimedop",   "shmat",      "shmctl",
    "shmget",    "pidfd_open", "process_madvise", "process_mrelease"};

// With 0 as the first argument these calls mean the calling process, which stays allowed.
constexpr const char* calls_on_a_process[] = {"prlimit64", "sched_setaffinity", "sched_setattr",
                                              "sched_setparam", "sched_setscheduler"};

// Here 0 is the second argument. It means the calling process only if the first argument selects a process.
// Otherwise it means the caller's group, or every process of its user.
struct PriorityCall {
  const char* name;
  scmp_datum_t on_a_process;
};
constexpr PriorityCall priority_calls[] = {{"setpriority", PRIO_PROCESS}, {"ioprio_set", 1}};

constexpr const char* signal_calls[] = {
    "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"};

constexpr unsigned long namespace_flags[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                             CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

struct ReleaseFilter {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, ReleaseFilter>;

void add_rule(scmp_filter_ctx filter, std::uint32_t action, const char* call) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number != __NR_SCMP_ERROR) seccomp_rule_add(filter, action, number, 0);
}

void forbid_namespaces(scmp_filter_ctx filter) {
  for (const unsigned long flag : namespace_flags)
    seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
  // clone3 passes its flags in memory, which a filter cannot read. The C library falls back to clone.
  add_rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3");
}

/// The kernel uses only the first 32 bits of such an argument, so the filter compares only these.
scmp_arg_cmp low_word_equals(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xffffffffULL, value};
}

/// Refuses commands of ioctl and fcntl, which are in the second argument.
void refuse_commands(scmp_filter_ctx filter, int call, std::initializer_list<std::uint64_t> commands) {
  for (const std::uint64_t command : commands)
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 1, low_word_equals(1, command));
}

void refuse_terminal_injection(scmp_filter_ctx filter) {
  refuse_commands(filter, SCMP_SYS(ioctl), {TIOCSTI, TIOCLINUX});
}

/// Refuses changes to a file, or to its other users, through a descriptor that is open for reading.
void refuse_changes_by_descriptor(scmp_filter_ctx filter) {
  refuse_commands(filter, SCMP_SYS(ioctl),
                  {FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION,
                   FS_IOC_ENABLE_VERITY, FS_IOC_SET_ENCRYPTION_POLICY, FS_IOC_ADD_ENCRYPTION_KEY,
                   FS_IOC_REMOVE_ENCRYPTION_KEY, FS_IOC_REMOVE_ENCRYPTION_KEY_ALL_USERS});
  refuse_commands(filter, SCMP_SYS(fcntl), {F_SETLEASE, F_NOTIFY});
}

/// The kernel checks each page and no signal stops it, so a kill would have to wait.
void refuse_endless_looks(scmp_filter_ctx filter) {
  constexpr scmp_datum_t gibibyte = 1 << 30;
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(mincore), 1, SCMP_A1(SCMP_CMP_GT, gibibyte));
}

/// The pages stay when a sharing process unmaps or drops them. They then belong to no process.
void refuse_memory_shared_without_file(scmp_filter_ctx filter) {
  constexpr scmp_datum_t shared = MAP_SHARED | MAP_ANONYMOUS;
  seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1,
                   SCMP_A3(SCMP_CMP_MASKED_EQ, shared, shared));
}

void add_rule_unless(scmp_filter_ctx filter, const char* call, scmp_arg_cmp refused) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number != __NR_SCMP_ERROR) seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 1, refused);
}

/// These calls could also change the stub, which always runs as the command's user. A CPU time limit would
/// end it.
void refuse_changing_processes(scmp_filter_ctx filter) {
  for (const char* call : calls_on_a_process) add_rule_unless(filter, call, SCMP_A0(SCMP_CMP_NE, 0));
  for (const auto& [call, on_a_process] : priority_calls) {
    add_rule_unless(filter, call, SCMP_A0(SCMP_CMP_NE, on_a_process));
    add_rule_unless(filter, call, SCMP_A1(SCMP_CMP_NE, 0));
  }
}

/// A descriptor's owner gets a signal of the caller's choice when the descriptor is ready.
void refuse_owners_of_descriptors(scmp_filter_ctx filter) {
  refuse_commands(filter, SCMP_SYS(fcntl), {F_SETOWN, F_SETOWN_EX, F_SETSIG});
  refuse_commands(filter, SCMP_SYS(ioctl), {FIOSETOWN, SIOCSPGRP});
}

/// The process may still signal itself, as abort() does.
void refuse_signals_to_others(scmp_filter_ctx filter) {
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const char* call : signal_calls) add_rule_unless(filter, call, SCMP_A0(SCMP_CMP_NE, self));
  refuse_owners_of_descriptors(filter);
}

/// A GPU's driver uses Unix, IPv4, IPv6 and netlink sockets, and attaches no programs for the kernel to them.
void refuse_rare_sockets(scmp_filter_ctx filter) {
  constexpr int first_beyond = AF_NETLINK + 1;
  const auto refuse = [&](scmp_arg_cmp family) {
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, family);
  };
  for (int family = 0; family < first_beyond; ++family)
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6 && family != AF_NETLINK)
      refuse(SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(family)));
  refuse(SCMP_A0(SCMP_CMP_GE, first_beyond));
  for (const int option :
       {SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF})
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(setsockopt), 2, low_word_equals(1, SOL_SOCKET),
                     low_word_equals(2, static_cast<std::uint64_t>(option)));
}

void refuse_sockets(scmp_filter_ctx filter) {
  for (const char* call : {"socket", "socketpair"}) add_rule(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call);
}

Filter build_filter(const FilterOptions& options) {
  Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return filter;
  seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE,
                   2);  // a tree is faster to build, to load and to pass
  for (const char* call : forbidden_calls) add_rule(filter.get(), SCMP_ACT_NOTIFY, call);
  forbid_namespaces(filter.get());
  for (const char* call : refused_calls) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), call);
  refuse_terminal_injection(filter.get());
  refuse_changes_by_descriptor(filter.get());
  refuse_endless_looks(filter.get());
  if (options.deny_network)
    refuse_sockets(filter.get());
  else
    refuse_rare_sockets(filter.get());
  refuse_changing_processes(filter.get());
  if (options.deny_neighbours)
    for (const char* call : calls_beside_opening) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), call);
  if (options.deny_signals) refuse_signals_to_others(filter.get());
  if (options.deny_truncation) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), "truncate");
  if (options.deny_hidden_memory) {
    for (const char* call : hidden_memory_calls) add_rule(filter.get(), SCMP_ACT_ERRNO(ENOSYS), call);
    refuse_memory_shared_without_file(filter.get());
  }
  return filter;
}

/// The system's library knows only the calls of its release. This additional filter refuses newer ones.
bool refuse_unknown_calls() {
  constexpr unsigned x32_calls = 0x40000000;  // left to the other filter, which ends the process
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32_calls, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_unknown_call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{std::size(program), program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace

FileDescriptor load_seccomp_filter(const FilterOptions& options) {
  const Filter filter = build_filter(options);
  if (!filter) return {};
  if (!refuse_unknown_calls()) return {};
  const int failure = seccomp_load(filter.get());
  if (failure < 0) {
    errno = -failure;
    return {};
  }
  return FileDescriptor(seccomp_notify_fd(filter.get()));
}

int receive_forbidden_call(int listener) {
  seccomp_notif* request = nullptr;
  if (seccomp_notify_alloc(&request, nullptr) != 0) return -1;
  const int number = seccomp_notify_receive(listener, request) == 0 ? request->data.nr : -1;
  seccomp_notify_free(request, nullptr);
  return number;
}

std::string system_call_name(int number) {
  char* name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
  if (name == nullptr) return "system call " + std::to_string(number);
  std::string text(name);
  std::free(name);
  return text;
}

}  // namespace gridmark::sandbox
