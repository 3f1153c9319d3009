// The system calls that the filter refuses, call by call. hostile_test has the attacks on a complete run.
#include "grader/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <vector>

namespace gridmark::sandbox {
namespace {

/// The errno of each call in a separate process under the filter, or 0 if the call was allowed.
std::vector<int> errors_under(const FilterOptions& options, const std::vector<std::function<long()>>& calls) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const FileDescriptor listener = load_seccomp_filter(options);
    for (const auto& call : calls) {
      const int error = !listener.valid() ? -1 : call() >= 0 ? 0 : errno;
      if (write(ends[1], &error, sizeof error) < 0) break;
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::vector<int> errors(calls.size(), -1);
  EXPECT_GT(read(ends[0], errors.data(), errors.size() * sizeof(int)), 0);
  for (const int end : ends) close(end);
  return errors;
}

/// The kernel uses only the lower half of these arguments.
constexpr long high_bits = 0x1'0000'0000;

TEST(SeccompFilter, WithoutSignalsNoDescriptorIsOwned) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  const int end = pair[0];
  const auto self = [] { return static_cast<int>(getpid()); };
  const std::vector<std::function<long()>> calls{
      [&] { return fcntl(end, F_SETOWN, self()); },
      [&] { return syscall(SYS_fcntl, end, F_SETOWN | high_bits, self()); },
      [&] {
        const f_owner_ex owner{F_OWNER_PID, self()};
        return fcntl(end, F_SETOWN_EX, &owner);
      },
      [&] { return fcntl(end, F_SETSIG, SIGTERM); },
      [&] {
        int owner = self();
        return ioctl(end, FIOSETOWN, &owner);
      },
      [&] {
        int owner = self();
        return syscall(SYS_ioctl, end, SIOCSPGRP | high_bits, &owner);
      }};
  FilterOptions no_signals;
  no_signals.deny_signals = true;
  EXPECT_EQ(errors_under(no_signals, calls), std::vector<int>(calls.size(), EPERM));
  EXPECT_EQ(errors_under({}, calls), std::vector<int>(calls.size(), 0));
  EXPECT_EQ(errors_under(no_signals, {[&] { return fcntl(end, F_SETFL, O_NONBLOCK | O_ASYNC); },
                                      [&] { return fcntl(end, F_SETFD, FD_CLOEXEC); },
                                      [&] { return fcntl(end, F_GETOWN); }}),
            std::vector<int>(3, 0));
  for (const int descriptor : pair) close(descriptor);
}

// If 0 does not name a process, it names the caller's whole group, or all processes of its user.
TEST(SeccompFilter, OnlyTheCallingProcessGetsAnotherPriority) {
  constexpr int process = 1, group = 2, user = 3, idle = 3 << 13;
  const auto renice = [](int which, id_t who) {
    return [=] { return setpriority(static_cast<__priority_which_t>(which), who, 19); };
  };
  const auto renice_disk = [](int which, int who) {
    return [=] { return syscall(SYS_ioprio_set, which, who, idle); };
  };
  EXPECT_EQ(errors_under({}, {renice(PRIO_PROCESS, 0), renice_disk(process, 0)}), (std::vector<int>{0, 0}));
  const auto parent = static_cast<int>(getpid());
  EXPECT_EQ(errors_under({}, {renice(PRIO_USER, 0), renice(PRIO_PGRP, 0),
                              renice(PRIO_PROCESS, static_cast<id_t>(parent)), renice_disk(user, 0),
                              renice_disk(group, 0), renice_disk(process, parent)}),
            std::vector<int>(6, EPERM));
}

// For example setxattrat(), for which today's libraries do not have a name.
TEST(SeccompFilter, CallsThatItDoesNotKnowAreNotMade) {
  constexpr long first = 450, beyond = 600;
  std::vector<std::function<long()>> calls;
  for (long number = first; number < beyond; ++number) calls.emplace_back([=] { return syscall(number, 0); });
  EXPECT_EQ(errors_under({}, calls), std::vector<int>(calls.size(), ENOSYS));
}

TEST(SeccompFilter, NothingIsWatchedLeasedOrFlagged) {
  char name[] = "/tmp/gridmark-filter-XXXXXX";
  const FileDescriptor file(mkstemp(name));
  unlink(name);
  int flags = 0;
  const std::vector<std::function<long()>> calls{
      [] { return syscall(SYS_inotify_init1, 0); },
      [&] { return fcntl(file.get(), F_SETLEASE, F_UNLCK); },
      [&] { return fcntl(file.get(), F_NOTIFY, 0); },
      [&] { return ioctl(file.get(), FS_IOC_SETFLAGS, &flags); },
  };
  EXPECT_EQ(errors_under({}, calls), std::vector<int>(calls.size(), EPERM));
}

TEST(SeccompFilter, WithoutADriverThereAreNoSockets) {
  const std::vector<std::function<long()>> calls{
      [] { return socket(AF_UNIX, SOCK_STREAM, 0); },
      [] {
        int pair[2];
        return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
      },
  };
  FilterOptions no_network;
  no_network.deny_network = true;
  EXPECT_EQ(errors_under(no_network, calls), std::vector<int>(calls.size(), EAFNOSUPPORT));
  EXPECT_EQ(errors_under({}, calls), std::vector<int>(calls.size(), 0));
}

TEST(SeccompFilter, ADriversSocketsTakeNoProgram) {
  const auto attach = [](int end) {
    return [=] {
      sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, ~0U)};
      const sock_fprog filter{1, all};
      return setsockopt(end, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
    };
  };
  const FileDescriptor end(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(errors_under({}, {attach(end.get())}), std::vector<int>{EPERM});
}

TEST(SeccompFilter, WhatHoldsUncountedMemoryIsNotMade) {
  constexpr long landlock_create = 444, ask_version = 1;
  const std::vector<std::function<long()>> calls{
      [] { return semget(IPC_PRIVATE, 1, 0600); },
      [] { return msgget(IPC_PRIVATE, 0600); },
      [] { return syscall(landlock_create, nullptr, 0, ask_version); },
  };
  FilterOptions no_hidden_memory;
  no_hidden_memory.deny_hidden_memory = true;
  EXPECT_EQ(errors_under(no_hidden_memory, calls), std::vector<int>(calls.size(), ENOSYS));
  const auto map = [](int flags) {
    return
        [=] { return mmap(nullptr, 4096, PROT_READ, flags | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0; };
  };
  EXPECT_EQ(errors_under(no_hidden_memory, {map(MAP_SHARED), map(MAP_PRIVATE)}),
            (std::vector<int>{EPERM, 0}));
}

}  // namespace
}  // namespace gridmark::sandbox
