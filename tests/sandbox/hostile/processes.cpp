// Attempts to outlive the run, and to multiply.
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

constexpr int bounded = 150;

int fork_bomb(const Arguments&) {
  int made = 0;
  for (; made < bounded; ++made) {
    const pid_t process = fork();
    if (process < 0) break;
    if (process == 0) {
      sleep(20);
      _exit(0);
    }
  }
  return verdict(made == bounded);
}

int thread_bomb(const Arguments&) {
  int made = 0;
  try {
    for (; made < bounded; ++made) std::thread([] { sleep(20); }).detach();
  } catch (const std::system_error&) {
  }
  _exit(verdict(made == bounded));
}

/// The children are never waited for, and each still counts.
int zombie_bomb(const Arguments&) {
  int made = 0;
  for (; made < bounded; ++made) {
    const pid_t process = fork();
    if (process < 0) break;
    if (process == 0) _exit(0);
  }
  return verdict(made == bounded);
}

/// A child of this process's parent. This process cannot wait for it.
int leave_sibling(const Arguments&) {
  const long process = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (process != 0) return refused;
  setsid();
  sleep(20);
  _exit(0);
}

/// A process in a new session, without parent, which ignores signals.
int leave_orphan(const Arguments&) {
  if (fork() > 0) {
    usleep(100'000);
    return refused;
  }
  setsid();
  for (int signal = 1; signal < 32; ++signal) std::signal(signal, SIG_IGN);
  if (fork() == 0) {
    for (const int descriptor : {0, 1, 2}) close(descriptor);
    sleep(20);
  }
  _exit(0);
}

/// Looks like a process that waits to be reaped, because its first thread has ended.
int leave_orphan_without_leader(const Arguments&) {
  if (fork() > 0) {
    usleep(100'000);
    return refused;
  }
  setsid();
  std::thread([] { sleep(20); }).detach();
  pthread_exit(nullptr);
}

/// Keeps the output open after the main process has ended.
int hold_output(const Arguments&) {
  if (fork() == 0) {
    setsid();
    sleep(20);
  }
  return refused;
}

/// A moving target: each generation forks and exits.
int fork_chain(const Arguments&) {
  for (int i = 0; i < 3000; ++i) {
    const pid_t process = fork();
    if (process > 0) _exit(0);
    if (process < 0) usleep(200);
    setsid();
  }
  sleep(10);
  return succeeded;
}

/// Reads a word from a socket that the caller passed, and answers. Maps a memfd that it passed.
int use_passed_descriptors(const Arguments& numbers) {
  const int link = std::stoi(numbers.at(0)), memory = std::stoi(numbers.at(1));
  void* mapped = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, memory, 0);
  char word[5] = {};
  if (mapped == MAP_FAILED || recv(link, word, 4, 0) != 4) return 1;
  const std::string answer = std::string(word) + static_cast<const char*>(mapped);
  return send(link, answer.data(), answer.size(), 0) > 0 ? 0 : 1;
}

}  // namespace

const std::map<std::string, Attack>& processes() {
  static const std::map<std::string, Attack> attacks{
      {"fork_bomb", fork_bomb},
      {"fork_chain", fork_chain},
      {"hold_output", hold_output},
      {"leave_orphan", leave_orphan},
      {"leave_orphan_without_leader", leave_orphan_without_leader},
      {"leave_sibling", leave_sibling},
      {"zombie_bomb", zombie_bomb},
      {"thread_bomb", thread_bomb},
      {"use_passed_descriptors", use_passed_descriptors},
  };
  return attacks;
}

}  // namespace hostile
