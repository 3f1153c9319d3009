// Attempts to reach resources outside: files, network, other processes, the kernel.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

bool can_read(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY);
  char byte = 0;
  const bool worked = file >= 0 && read(file, &byte, 1) == 1;
  if (worked) std::printf("read %s\n", path.c_str());
  if (file >= 0) close(file);
  return worked;
}

bool can_write(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0644);
  const bool worked = file >= 0 && write(file, "x", 1) == 1;
  if (worked) std::printf("wrote %s\n", path.c_str());
  if (file >= 0) close(file);
  return worked;
}

int read_files(const Arguments& paths) {
  bool any = false;
  for (const std::string& path : paths) any |= can_read(path) || can_read("/proc/self/root" + path);
  return verdict(any);
}

int write_files(const Arguments& paths) {
  bool any = false;
  for (const std::string& path : paths) any |= can_write(path);
  return verdict(any);
}

int truncate_file(const Arguments& path) { return verdict(truncate(path.at(0).c_str(), 0) == 0); }

int connect_tcp(const Arguments& port) {
  const int link = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port.at(0))));
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  return verdict(connect(link, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
}

int connect_abstract(const Arguments& name) {
  const int link = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.at(0).data(), name.at(0).size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.at(0).size());
  return verdict(connect(link, reinterpret_cast<sockaddr*>(&address), size) == 0);
}

int rare_sockets(const Arguments&) {
  constexpr int packet = 17, crypto = 38, virtual_machine = 40;
  bool any = false;
  for (const int family : {packet, crypto, virtual_machine}) any |= socket(family, SOCK_STREAM, 0) >= 0;
  return verdict(any || socket(AF_BLUETOOTH, SOCK_RAW, 0) >= 0);
}

int trace_parent(const Arguments&) {
  return verdict(ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0);
}

int read_parent_memory(const Arguments&) {
  char bytes[16];
  iovec ours{bytes, sizeof bytes};
  iovec theirs{reinterpret_cast<void*>(0x400000), sizeof bytes};
  return verdict(process_vm_readv(getppid(), &ours, 1, &theirs, 1, 0) > 0);
}

int open_parent(const Arguments&) {
  bool any = false;
  for (const std::string& process : {std::to_string(getppid()), std::string("1")})
    for (const char* file : {"mem", "maps", "environ", "fd/3", "fd/1"})
      any |= open(("/proc/" + process + "/" + file).c_str(), O_RDONLY) >= 0;
  return verdict(any);
}

int see_other_processes(const Arguments&) {
  int seen = 0;
  std::error_code refused_by_the_rules;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", refused_by_the_rules))
    if (std::atoi(entry.path().filename().c_str()) > 0) ++seen;
  return verdict(seen > 2);  // the stub and this one
}

int kill_all(const Arguments&) {
  kill(1, SIGKILL);
  kill(getppid(), SIGSTOP);
  kill(-1, SIGKILL);
  return refused;  // the test checks whether the report comes
}

int use_inherited_descriptors(const Arguments&) {
  bool any = false;
  for (int descriptor = 3; descriptor < 1024; ++descriptor) any |= fcntl(descriptor, F_GETFD) >= 0;
  return verdict(any);
}

int forge_report(const Arguments&) {
  const char forged[] = "{\"end\":\"exited\",\"exit_code\":0,\"detail\":\"forged\"}\n";
  for (int descriptor = 1; descriptor < 1024; ++descriptor)
    if (write(descriptor, forged, sizeof forged - 1) < 0) continue;
  return 7;
}

int become_root(const Arguments&) {
  if (setuid(0) == 0 || seteuid(0) == 0 || setresuid(0, 0, 0) == 0) return succeeded;
  return verdict(can_read("/etc/shadow"));
}

int unshare_user(const Arguments&) { return verdict(unshare(CLONE_NEWUSER) == 0); }

int clone_user(const Arguments&) {
  const long process = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (process == 0) _exit(0);
  return verdict(process > 0);
}

int mount_tmpfs(const Arguments&) { return verdict(mount("none", "/tmp", "tmpfs", 0, "") == 0); }

int store_key(const Arguments&) {
  constexpr int user_keyring = -4;
  return verdict(syscall(SYS_add_key, "user", "note", "42", 2, user_keyring) > 0);
}

int load_bpf(const Arguments&) {
  char attributes[128]{};
  return verdict(syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0);
}

int reach_into_kernel(const Arguments&) {
  char parameters[256]{};
  return verdict(syscall(SYS_perf_event_open, parameters, 0, -1, -1, 0) >= 0 ||
                 syscall(SYS_io_uring_setup, 4, parameters) >= 0 || syscall(SYS_userfaultfd, 0) >= 0);
}

int call_32_bit(const Arguments&) {
#ifdef __x86_64__
  long result = 0;
  asm volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
  return verdict(result > 0);
#else
  std::raise(SIGSYS);
  return succeeded;
#endif
}

int raise_limits(const Arguments&) {
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  bool any = false;
  for (const auto resource : {RLIMIT_CPU, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE})
    any |= setrlimit(resource, &none) == 0;
  return verdict(any);
}

/// The first argument is the name of a variable in the caller's environment.
int read_environment(const Arguments& name) {
  int variables = 0;
  for (char** variable = environ; *variable != nullptr; ++variable) ++variables;
  return verdict(std::getenv(name.at(0).c_str()) != nullptr || variables != 4);
}

std::vector<const char*> meeting_places() { return {std::getenv("TMPDIR"), "/dev/shm", "/tmp", "."}; }

int stash(const Arguments&) {
  for (const char* folder : meeting_places()) can_write(std::string(folder) + "/stash");
  return refused;
}

int find_stash(const Arguments&) {
  bool any = false;
  for (const char* folder : meeting_places())
    any |= access((std::string(folder) + "/stash").c_str(), F_OK) == 0;
  return verdict(any);
}

}  // namespace

const std::map<std::string, Attack>& escapes() {
  static const std::map<std::string, Attack> attacks{
      {"become_root", become_root},
      {"call_32_bit", call_32_bit},
      {"clone_user", clone_user},
      {"connect_abstract", connect_abstract},
      {"connect_tcp", connect_tcp},
      {"find_stash", find_stash},
      {"forge_report", forge_report},
      {"kill_all", kill_all},
      {"load_bpf", load_bpf},
      {"mount_tmpfs", mount_tmpfs},
      {"open_parent", open_parent},
      {"raise_limits", raise_limits},
      {"rare_sockets", rare_sockets},
      {"reach_into_kernel", reach_into_kernel},
      {"read_environment", read_environment},
      {"read_files", read_files},
      {"read_parent_memory", read_parent_memory},
      {"see_other_processes", see_other_processes},
      {"stash", stash},
      {"store_key", store_key},
      {"trace_parent", trace_parent},
      {"truncate", truncate_file},
      {"unshare_user", unshare_user},
      {"use_inherited_descriptors", use_inherited_descriptors},
      {"write_files", write_files},
  };
  return attacks;
}

}  // namespace hostile
