// Attempts to exhaust the machine's memory in every way.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

constexpr std::size_t mebibyte = 1 << 20;

bool touch_memory(int mebibytes) {
  for (int i = 0; i < mebibytes; ++i) {
    void* memory = mmap(nullptr, mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    std::memset(memory, 1, mebibyte);
  }
  return true;
}

int take_memory(const Arguments&) {
  if (!touch_memory(600)) return refused;
  sleep(1);
  return succeeded;
}

int take_memory_in_children(const Arguments&) {
  for (int i = 0; i < 8; ++i)
    if (fork() == 0) {
      touch_memory(60);
      sleep(2);
      _exit(0);
    }
  while (wait(nullptr) > 0) continue;
  return succeeded;
}

int take_shared_memory(const Arguments&) {
  constexpr std::size_t bytes = 600 * mebibyte;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return refused;
  std::memset(memory, 1, bytes);
  sleep(1);
  return succeeded;
}

/// Shared pages stay when their process unmaps them, so this process has little memory in every count.
bool hide_pages(int flags, int file) {
  constexpr std::size_t part = 16 * mebibyte, parts = 20;
  for (std::size_t i = 0; i < parts; ++i) {
    void* memory = mmap(nullptr, part, PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED) return false;
    std::memset(memory, 1, part);
    madvise(memory, part, MADV_DONTNEED);
  }
  sleep(1);
  return true;
}

int hide_shared_memory(const Arguments&) { return verdict(hide_pages(MAP_SHARED | MAP_ANONYMOUS, -1)); }
int hide_zeros(const Arguments&) { return verdict(hide_pages(MAP_SHARED, open("/dev/zero", O_RDWR))); }

/// A process whose first thread has ended is shown without memory.
int take_memory_in_a_thread(const Arguments&) {
  std::thread([] {
    usleep(100'000);
    touch_memory(300);
    sleep(2);
    _exit(succeeded);
  }).detach();
  pthread_exit(nullptr);
}

/// The kernel stores each pending signal.
int take_signals(const Arguments&) {
  constexpr int wanted = 50'000;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  int waiting = 0;
  while (waiting < wanted && sigqueue(getpid(), SIGRTMIN, sigval{}) == 0) ++waiting;
  return verdict(waiting == wanted);
}

/// In the buffers of pipes, which no process maps.
int take_pipes(const Arguments&) {
  const std::vector<char> block(mebibyte, 1);
  std::size_t held = 0;
  for (int i = 0; i < 400; ++i) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK) != 0) break;
    fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(mebibyte));
    const ssize_t count = write(ends[1], block.data(), block.size());
    held += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  sleep(1);
  return verdict(held > 128 * mebibyte);
}

/// In the buffers of socket pairs, which no process maps either.
int take_sockets(const Arguments&) {
  const std::vector<char> block(mebibyte, 1);
  std::size_t held = 0;
  for (int child = 0; child < 16; ++child)
    if (fork() == 0) {
      sleep(2);
      _exit(0);
    } else
      for (int i = 0; i < 60; ++i) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) break;
        for (const int end : ends)
          for (ssize_t count = 1; count > 0; held += count > 0 ? static_cast<std::size_t>(count) : 0)
            count = write(end, block.data(), block.size());
      }
  sleep(1);
  return verdict(held > 128 * mebibyte);
}

int take_semaphores(const Arguments&) {
  constexpr int most_of_a_set = 32'000, sets = 60;  // of 2 MiB
  std::vector<int> made;
  while (made.size() < sets) {
    const int set = semget(IPC_PRIVATE, most_of_a_set, 0600);
    if (set < 0) break;
    made.push_back(set);
  }
  if (made.empty()) return refused;
  sleep(1);
  for (const int set : made) semctl(set, 0, IPC_RMID);
  return succeeded;
}

int take_messages(const Arguments&) {
  struct {
    long type = 1;
    char text[8192]{};
  } message;
  std::vector<int> made;
  for (int i = 0; i < 8000; ++i) {
    const int queue = msgget(IPC_PRIVATE, 0600);
    if (queue < 0) break;
    made.push_back(queue);
    while (msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT) == 0) continue;
  }
  if (made.empty()) return refused;
  sleep(1);
  for (const int queue : made) msgctl(queue, IPC_RMID, nullptr);
  return succeeded;
}

/// In rules for ports. The kernel keeps each of them.
int take_rulesets(const Arguments&) {
  constexpr long landlock_create = 444, landlock_add = 445;
  constexpr std::uint64_t no_files_but_tcp[] = {0, 3};
  constexpr int rule_for_a_port = 2, sets = 24;  // of 4 MiB
  bool any = false;
  for (int i = 0; i < sets; ++i) {
    const long set = syscall(landlock_create, no_files_but_tcp, sizeof no_files_but_tcp, 0);
    for (std::uint64_t port = 0; set >= 0 && port < 65'536; ++port) {
      const std::uint64_t rule[] = {3, port};
      any |= syscall(landlock_add, set, rule_for_a_port, rule, 0) == 0;
    }
  }
  if (!any) return refused;
  sleep(1);
  return succeeded;
}

/// Reads pages of zeros, which take no memory, but their page tables do.
int take_page_tables(const Arguments&) {
  constexpr std::size_t reserved = std::size_t{400} << 30, table_covers = 2 * mebibyte;
  void* memory = mmap(nullptr, reserved, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || madvise(memory, reserved, MADV_NOHUGEPAGE) != 0) return refused;
  for (std::size_t at = 0; at < reserved; at += table_covers)
    static_cast<void>(static_cast<volatile char*>(memory)[at]);
  sleep(1);
  return succeeded;
}

/// On the stack, which grows automatically.
int take_stack(const Arguments& depth) {  // NOLINT(misc-no-recursion)
  volatile char frame[64 * 1024];
  for (std::size_t i = 0; i < sizeof frame; i += 4096) frame[i] = 1;
  if (depth.size() > 100'000) return succeeded;
  const int verdict_below = take_stack(depth);
  return frame[0] == 1 ? verdict_below : refused;
}

int take_memory_in_memfds(const Arguments&) {
  const std::vector<char> block(mebibyte, 1);
  for (int i = 0; i < 10; ++i) {
    const int file = memfd_create("hoard", 0);
    if (file < 0) return refused;
    for (int k = 0; k < 40; ++k)
      if (write(file, block.data(), block.size()) <= 0) return refused;
  }
  sleep(1);
  return succeeded;
}

/// Honest: drivers and languages do this.
int make_memfd(const Arguments&) { return memfd_create("note", 0) >= 0 ? 0 : 1; }

/// Honest, and must work: an emulated device or a sanitizer does this.
int reserve_addresses(const Arguments&) {
  constexpr std::size_t reserved = std::size_t{200} << 30;
  void* memory =
      mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 1;
  static_cast<char*>(memory)[reserved / 2] = 1;
  return 0;
}

}  // namespace

const std::map<std::string, Attack>& memory() {
  static const std::map<std::string, Attack> attacks{
      {"hide_shared_memory", hide_shared_memory},
      {"hide_zeros", hide_zeros},
      {"make_memfd", make_memfd},
      {"reserve_addresses", reserve_addresses},
      {"take_memory", take_memory},
      {"take_memory_in_children", take_memory_in_children},
      {"take_memory_in_a_thread", take_memory_in_a_thread},
      {"take_memory_in_memfds", take_memory_in_memfds},
      {"take_messages", take_messages},
      {"take_page_tables", take_page_tables},
      {"take_pipes", take_pipes},
      {"take_rulesets", take_rulesets},
      {"take_semaphores", take_semaphores},
      {"take_shared_memory", take_shared_memory},
      {"take_signals", take_signals},
      {"take_sockets", take_sockets},
      {"take_stack", take_stack},
  };
  return attacks;
}

}  // namespace hostile
