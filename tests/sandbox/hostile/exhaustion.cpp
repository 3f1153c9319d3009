// Attempts to exhaust the machine: time, output, files.
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

constexpr std::size_t mebibyte = 1 << 20;

void spin(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) continue;
}

std::size_t fill(const std::string& folder, int files, int mebibytes_each) {
  const std::vector<char> block(mebibyte, 1);
  std::size_t total = 0;
  for (int i = 0; i < files; ++i) {
    const int file = open((folder + "/fill" + std::to_string(i)).c_str(), O_WRONLY | O_CREAT, 0600);
    ssize_t count = 1;
    for (int k = 0; k < mebibytes_each && count > 0; ++k) {
      count = write(file, block.data(), block.size());
      total += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    close(file);
  }
  return total;
}

/// Removes the files at once and fills them then, so that no walk over a folder finds them.
int fill_nameless_files(const Arguments&) {
  const std::vector<char> block(mebibyte, 1);
  std::size_t total = 0;
  for (int i = 0; i < 16; ++i) {
    const int file = open("nameless", O_WRONLY | O_CREAT, 0600);
    unlink("nameless");
    ssize_t count = 1;
    for (int k = 0; k < 16 && count > 0; ++k) {
      count = write(file, block.data(), block.size());
      total += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
  }
  sleep(2);
  return verdict(total > 100 * mebibyte);
}

/// The same with closed files. Only a mapping keeps them.
int fill_mapped_files(const Arguments&) {
  constexpr std::size_t bytes = 16 * mebibyte;
  std::size_t total = 0;
  for (int i = 0; i < 16; ++i) {
    const int file = open("mapped", O_RDWR | O_CREAT, 0600);
    unlink("mapped");
    if (posix_fallocate(file, 0, bytes) != 0) return refused;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) total += bytes;
  }
  sleep(2);
  return verdict(total > 100 * mebibyte);
}

/// The same with one mapped page of each file.
int fill_mapped_pages(const Arguments&) {
  constexpr std::size_t bytes = 16 * mebibyte, page = 4096;
  std::size_t total = 0;
  for (int i = 0; i < 16; ++i) {
    const int file = open("mapped", O_RDWR | O_CREAT, 0600);
    unlink("mapped");
    if (posix_fallocate(file, 0, bytes) != 0) return refused;
    void* memory = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) total += bytes;
  }
  sleep(2);
  return verdict(total > 100 * mebibyte);
}

/// The same in a thread that does not share its descriptors.
int fill_files_of_a_thread(const Arguments& arguments) {
  static int result = refused;
  alignas(16) static char stack[256 * 1024];
  static const Arguments& given = arguments;
  const auto body = [](void*) { return result = fill_nameless_files(given); };
  const int thread =
      clone(body, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, nullptr);
  if (thread < 0) return refused;
  while (syscall(SYS_tgkill, getpid(), thread, 0) == 0) usleep(10'000);
  return result;
}

/// Honest: one file of 8 MiB with sixteen names uses 8 MiB.
int give_a_file_many_names(const Arguments&) {
  fill(".", 1, 8);
  for (int i = 1; i < 16; ++i)
    if (link("fill0", ("name" + std::to_string(i)).c_str()) != 0) return 1;
  usleep(300'000);
  return 0;
}

/// For a program that may be run but not read, the kernel does not show its open files to any process.
int fill_unseen(const Arguments&) {
  const int from = open("/proc/self/exe", O_RDONLY), to = open("unreadable", O_WRONLY | O_CREAT, 0111);
  std::vector<char> part(mebibyte);
  for (ssize_t count = 0; (count = read(from, part.data(), part.size())) > 0;)
    if (write(to, part.data(), static_cast<std::size_t>(count)) != count) return 1;
  close(to);
  execl("unreadable", "unreadable", "fill_nameless_files", nullptr);
  return 1;
}

int flood_every_descriptor(const Arguments&) {
  const std::vector<char> block(mebibyte, 'A');
  for (int round = 0; round < 4; ++round)
    for (int descriptor = 0; descriptor < 1024; ++descriptor)
      if (write(descriptor, block.data(), block.size()) < 0) continue;
  sleep(1);
  return succeeded;
}

int fill_folder(const Arguments& folder) { return verdict(fill(folder.at(0), 16, 16) > 100 * mebibyte); }
int write_big_file(const Arguments&) { return verdict(fill(".", 1, 100) > 50 * mebibyte); }

int spin_forever(const Arguments&) {
  spin(20);
  return succeeded;
}

int spin_ignoring_signals(const Arguments&) {
  for (const int signal : {SIGXCPU, SIGTERM, SIGINT}) std::signal(signal, SIG_IGN);
  return spin_forever({});
}

int spin_in_children(const Arguments&) {
  for (int i = 0; i < 4; ++i)
    if (fork() == 0) {
      spin(20);
      _exit(0);
    }
  while (wait(nullptr) > 0) continue;
  return succeeded;
}

/// No process ever reaches its own limit.
int spin_in_relay(const Arguments&) {
  for (int i = 0; i < 200; ++i) {
    if (fork() == 0) {
      spin(0.05);
      _exit(0);
    }
    wait(nullptr);
  }
  return succeeded;
}

/// The children are never waited for, so their time is not added to any parent.
int spin_in_unwaited_children(const Arguments&) {
  std::signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 100; ++i) {
    if (fork() == 0) {
      spin(0.1);
      _exit(0);
    }
    wait(nullptr);
  }
  return succeeded;
}

int sleep_long(const Arguments&) {
  sleep(20);
  return succeeded;
}

int stop_self(const Arguments&) {
  kill(getpid(), SIGSTOP);
  return succeeded;
}

/// 1 GiB to stdout or stderr.
int flood(const Arguments& descriptor) {
  const std::vector<char> block(64 * 1024, 'A');
  for (int i = 0; i < 16 * 1024; ++i)
    if (write(std::stoi(descriptor.at(0)), block.data(), block.size()) <= 0) return refused;
  return succeeded;
}

int crash(const Arguments&) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
  return succeeded;
}

int abort_now(const Arguments&) { std::abort(); }
int exit_with(const Arguments& code) { return std::stoi(code.at(0)); }

int speak(const Arguments&) {
  std::fputs("to stdout\n", stdout);
  std::fflush(stdout);
  std::fputs("to stderr \xff\xfe\n", stderr);
  return 0;
}

int export_file(const Arguments&) {
  const int file = open("out", O_WRONLY | O_CREAT, 0755);
  return write(file, "artifact", 8) == 8 ? 0 : 1;
}

int export_link(const Arguments& target) { return symlink(target.at(0).c_str(), "out") == 0 ? 0 : 1; }
int export_pipe(const Arguments&) { return mkfifo("out", 0666) == 0 ? 0 : 1; }

int export_large(const Arguments&) {
  const int file = open("out", O_WRONLY | O_CREAT, 0644);
  return ftruncate(file, 8 * mebibyte) == 0 ? 0 : 1;
}

}  // namespace

const std::map<std::string, Attack>& exhaustion() {
  static const std::map<std::string, Attack> attacks{
      {"abort", abort_now},
      {"crash", crash},
      {"exit_with", exit_with},
      {"export_file", export_file},
      {"export_large", export_large},
      {"export_link", export_link},
      {"export_pipe", export_pipe},
      {"fill_folder", fill_folder},
      {"flood", flood},
      {"flood_every_descriptor", flood_every_descriptor},
      {"fill_files_of_a_thread", fill_files_of_a_thread},
      {"fill_mapped_files", fill_mapped_files},
      {"fill_mapped_pages", fill_mapped_pages},
      {"fill_nameless_files", fill_nameless_files},
      {"fill_unseen", fill_unseen},
      {"give_a_file_many_names", give_a_file_many_names},
      {"sleep", sleep_long},
      {"speak", speak},
      {"spin", spin_forever},
      {"spin_ignoring_signals", spin_ignoring_signals},
      {"spin_in_children", spin_in_children},
      {"spin_in_relay", spin_in_relay},
      {"spin_in_unwaited_children", spin_in_unwaited_children},
      {"stop_self", stop_self},
      {"write_big_file", write_big_file},
  };
  return attacks;
}

}  // namespace hostile
