#include "grader/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <initializer_list>
#include <memory>

namespace gridmark::sandbox {
namespace {

// No program of a course makes these by accident: they end the run and are named in the report.
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

// Libraries try these and live without them.
constexpr const char* refused_calls[] = {"adjtimex",          "clock_adjtime",    "io_uring_enter",
                                         "io_uring_register", "io_uring_setup",   "lookup_dcookie",
                                         "modify_ldt",        "perf_event_open",  "userfaultfd",
                                         "vhangup",           "name_to_handle_at"};

// Memory that no process maps; a socket's buffers, semaphores, messages and rules hold some, too. The
// launcher has applied its own rules before.
constexpr const char* hidden_memory_calls[] = {"memfd_create",
                                               "memfd_secret",
                                               "shmget",
                                               "shmat",
                                               "shmctl",
                                               "socketpair",
                                               "semget",
                                               "msgget",
                                               "landlock_create_ruleset",
                                               "landlock_add_rule",
                                               "landlock_restrict_self"};

// Landlock governs opening, not these. They would change or watch files of the caller's user, the toolkit
// among them, and meet other processes of that user. A descriptor under way in a socket would hide a file
// from the count of what is written.
constexpr const char* calls_beside_opening[] = {"chmod",
                                                "fchmod",
                                                "fchmodat",
                                                "fchmodat2",
                                                "chown",
                                                "fchown",
                                                "fchownat",
                                                "lchown",
                                                "setxattr",
                                                "lsetxattr",
                                                "fsetxattr",
                                                "setxattrat",
                                                "removexattr",
                                                "lremovexattr",
                                                "fremovexattr",
                                                "removexattrat",
                                                "utime",
                                                "utimes",
                                                "futimesat",
                                                "utimensat",
                                                "mq_open",
                                                "mq_unlink",
                                                "msgctl",
                                                "msgget",
                                                "msgrcv",
                                                "msgsnd",
                                                "semctl",
                                                "semget",
                                                "semop",
                                                "semtimedop",
                                                "shmat",
                                                "shmctl",
                                                "shmget",
                                                "migrate_pages",
                                                "move_pages",
                                                "pidfd_open",
                                                "process_madvise",
                                                "process_mrelease",
                                                "inotify_add_watch",
                                                "socketpair"};

// With 0 for the first argument they mean the calling process, and that stays.
constexpr const char* calls_on_a_process[] = {"prlimit64", "sched_setaffinity", "sched_setattr",
                                              "sched_setparam", "sched_setscheduler"};

// Here 0 is the second argument, and means the calling process only where the first says that it is a
// process: else it is the caller's group, or every process of its user.
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
  // clone3 has its flags in memory, where a filter cannot look; the C library falls back to clone.
  add_rule(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3");
}

/// Only the first 32 bits of an argument count for the kernel here, so only they are compared.
scmp_arg_cmp low_word_equals(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xffffffffULL, value};
}

/// Of ioctl and fcntl, whose second argument says what to do.
void refuse_commands(scmp_filter_ctx filter, int call, std::initializer_list<std::uint64_t> commands) {
  for (const std::uint64_t command : commands)
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 1, low_word_equals(1, command));
}

void refuse_terminal_injection(scmp_filter_ctx filter) {
  refuse_commands(filter, SCMP_SYS(ioctl), {TIOCSTI, TIOCLINUX});
}

void add_rule_unless(scmp_filter_ctx filter, const char* call, scmp_arg_cmp refused) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number != __NR_SCMP_ERROR) seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 1, refused);
}

/// The stub among them, which in every mode is of the command's user: a limit of CPU time would end it.
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

/// Unix, IPv4, IPv6 and netlink sockets stay where a network namespace of the run's own makes them harmless.
void refuse_sockets(scmp_filter_ctx filter, bool deny_network) {
  constexpr int first_beyond = AF_NETLINK + 1;
  const auto refuse = [&](scmp_arg_cmp family) {
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, family);
  };
  for (int family = 0; family < first_beyond; ++family) {
    const bool known = family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK;
    if (!known || deny_network) refuse(SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(family)));
  }
  refuse(SCMP_A0(SCMP_CMP_GE, first_beyond));
}

Filter build_filter(const FilterOptions& options) {
  Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return filter;
  seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE,
                   2);  // a tree: shorter to build, to load and to pass
  for (const char* call : forbidden_calls) add_rule(filter.get(), SCMP_ACT_NOTIFY, call);
  forbid_namespaces(filter.get());
  for (const char* call : refused_calls) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), call);
  refuse_terminal_injection(filter.get());
  refuse_sockets(filter.get(), options.deny_network);
  refuse_changing_processes(filter.get());
  if (options.deny_neighbours)
    for (const char* call : calls_beside_opening) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), call);
  if (options.deny_signals) refuse_signals_to_others(filter.get());
  if (options.deny_truncation) add_rule(filter.get(), SCMP_ACT_ERRNO(EPERM), "truncate");
  if (options.deny_hidden_memory)
    for (const char* call : hidden_memory_calls) add_rule(filter.get(), SCMP_ACT_ERRNO(ENOSYS), call);
  return filter;
}

}  // namespace

FileDescriptor load_seccomp_filter(const FilterOptions& options) {
  const Filter filter = build_filter(options);
  if (!filter) return {};
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
