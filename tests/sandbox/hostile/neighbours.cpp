// Attempts to reach other processes of the machine, above all the supervisor, and kernel objects that all
// processes share.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "tests/sandbox/hostile/attacks.h"

namespace hostile {
namespace {

/// With a process namespace, process 1 is the stub.
std::vector<pid_t> targets() { return {getppid(), 1}; }

/// If it may not even signal its own group, it waits instead.
int stop_own_group(const Arguments&) {
  kill(0, SIGSTOP);
  sleep(20);
  return succeeded;
}

/// Every process of the machine, including the supervisor and its group. The test checks whether the report
/// comes.
int stop_every_process(const Arguments&) {
  constexpr pid_t beyond = 70'000;
  bool any = false;
  for (pid_t target = 2; target < beyond; ++target)
    if (target != getpid()) any |= kill(target, SIGSTOP) == 0 || killpg(target, SIGSTOP) == 0;
  return verdict(any);
}

/// The test checks whether the report comes.
int stop_other_groups(const Arguments&) {
  for (const pid_t target : targets())
    if (const pid_t group = getpgid(target); group > 0 && group != getpgrp()) killpg(group, SIGSTOP);
  return refused;
}

/// The owner of a pipe's end receives a signal when it can be read. The test checks whether the report comes.
int signal_by_a_pipe(const Arguments&) {
  int ends[2];
  if (pipe2(ends, O_NONBLOCK) != 0) return refused;
  fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
  fcntl(ends[0], F_SETSIG, SIGKILL);
  for (const pid_t target : targets()) {
    const f_owner_ex owner{F_OWNER_PID, target};
    if (target == getpid()) continue;
    for (const int owned : {fcntl(ends[0], F_SETOWN, target), fcntl(ends[0], F_SETOWN_EX, &owner)})
      if (owned == 0 && write(ends[1], "x", 1) == 1) usleep(50'000);
  }
  return refused;
}

int limit_parent(const Arguments&) {
  const rlimit little{1, 1};
  bool any = false;
  for (const pid_t target : targets()) any |= prlimit(target, RLIMIT_CPU, &little, nullptr) == 0;
  return verdict(any);
}

int move_parent(const Arguments&) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_param idle{};
  bool any = false;
  for (const pid_t target : targets())
    any |= getpid() != target && (sched_setaffinity(target, sizeof first, &first) == 0 ||
                                  sched_setscheduler(target, SCHED_IDLE, &idle) == 0 ||
                                  setpriority(PRIO_PROCESS, static_cast<id_t>(target), 19) == 0);
  return verdict(any);
}

/// 0 means all of this process's user, or its group.
int renice_user(const Arguments&) {
  constexpr int group = 2, user = 3, idle = 3 << 13;
  return verdict(setpriority(PRIO_USER, 0, 19) == 0 || setpriority(PRIO_PGRP, 0, 19) == 0 ||
                 syscall(SYS_ioprio_set, user, 0, idle) == 0 || syscall(SYS_ioprio_set, group, 0, idle) == 0);
}

int take_priority(const Arguments&) {
  sched_param first{10};
  return verdict(setpriority(PRIO_PROCESS, 0, -20) == 0 || sched_setscheduler(0, SCHED_FIFO, &first) == 0 ||
                 mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
}

int spare_itself(const Arguments&) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY);
  return verdict(file >= 0 && write(file, "-1000", 5) == 5);
}

int write_parents_files(const Arguments&) {
  bool any = false;
  for (const pid_t target : targets())
    for (const char* name : {"mem", "oom_score_adj", "clear_refs", "fd/3", "root/tmp/x", "cwd/x"}) {
      const std::string path = "/proc/" + std::to_string(target) + "/" + name;
      any |= open(path.c_str(), O_RDWR) >= 0;
    }
  return verdict(any);
}

/// A program with the set-user bit, such as su, must not gain by it.
int gain_by_exec(const Arguments&) { return verdict(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1); }

int change_own_program(const Arguments&) {
  return verdict(open("/proc/self/exe", O_WRONLY) >= 0 || open("/proc/self/exe", O_RDWR | O_TRUNC) >= 0);
}

int type_into_the_terminal(const Arguments&) {
  char letter = 'x';
  bool any = false;
  constexpr unsigned long high_bits = 0x1'0000'0000;
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    any |= ioctl(descriptor, TIOCSTI, &letter) == 0 || ioctl(descriptor, TIOCSTI | high_bits, &letter) == 0;
  const int terminal = open("/dev/tty", O_RDWR);
  return verdict(any || (terminal >= 0 && ioctl(terminal, TIOCSTI, &letter) == 0));
}

int dump_core(const Arguments&) {
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &none);
  std::abort();
}

int call_x32(const Arguments&) {
#ifdef __x86_64__
  constexpr long x32 = 0x40000000, get_process = 39;
  return verdict(syscall(x32 | get_process) > 0);
#else
  std::raise(SIGSYS);
  return succeeded;
#endif
}

int enter_namespaces(const Arguments&) {
  const int space = open("/proc/1/ns/mnt", O_RDONLY);
  return verdict(setns(space, 0) == 0);
}

int change_root(const Arguments&) { return verdict(chroot("/tmp") == 0); }

int ask_for_a_key(const Arguments&) {
  constexpr int user_keyring = -4;
  return verdict(syscall(SYS_request_key, "user", "note", nullptr, user_keyring) > 0);
}

int set_the_clock(const Arguments&) {
  const timespec past{1, 0};
  return verdict(clock_settime(CLOCK_REALTIME, &past) == 0);
}

int trace_itself(const Arguments&) { return verdict(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0); }

int watch_files(const Arguments&) {
  const int watch = inotify_init1(0);
  return verdict(watch >= 0 && inotify_add_watch(watch, "/usr/bin", IN_ALL_EVENTS) >= 0);
}

/// A process that opens the file elsewhere waits for the holder of the lease.
int take_a_lease(const Arguments&) {
  const int file = open("leased", O_RDONLY | O_CREAT, 0600),
            folder = open("/usr/bin", O_RDONLY | O_DIRECTORY);
  return verdict(fcntl(file, F_SETLEASE, F_RDLCK) == 0 || fcntl(folder, F_NOTIFY, DN_ACCESS) == 0);
}

/// A descriptor for reading is enough.
int change_flags(const Arguments&) {
  const int file = open("flagged", O_RDWR | O_CREAT, 0600);
  int flags = 0;
  if (ioctl(file, FS_IOC_GETFLAGS, &flags) != 0) return refused;
  flags |= FS_NODUMP_FL;
  return verdict(ioctl(file, FS_IOC_SETFLAGS, &flags) == 0);
}

int attach_a_filter(const Arguments&) {
  const int end = socket(AF_UNIX, SOCK_STREAM, 0);
  sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, ~0U)};
  const sock_fprog filter{1, all};
  return verdict(setsockopt(end, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) == 0);
}

/// No signal stops the kernel's scan of each page.
int look_without_end(const Arguments&) {
  constexpr std::size_t reserved = std::size_t{64} << 40, page = 4096;
  void* memory = mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void* answers = mmap(nullptr, reserved / page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || answers == MAP_FAILED) return refused;
  return verdict(mincore(memory, std::size_t{2} << 30, static_cast<unsigned char*>(answers)) == 0);
}

constexpr key_t meeting_point = 0x67726964;

/// Kernel objects that outlive a process, so that another run could find them.
int leave_kernel_objects(const Arguments&) {
  shmget(meeting_point, 4096, IPC_CREAT | 0666);
  semget(meeting_point, 1, IPC_CREAT | 0666);
  msgget(meeting_point, IPC_CREAT | 0666);
  mq_open("/gridmark-meeting-point", O_CREAT | O_RDWR, 0666, nullptr);
  shm_open("/gridmark-meeting-point", O_CREAT | O_RDWR, 0666);
  return refused;
}

int find_kernel_objects(const Arguments&) {
  return verdict(shmget(meeting_point, 4096, 0) >= 0 || semget(meeting_point, 1, 0) >= 0 ||
                 msgget(meeting_point, 0) >= 0 ||
                 mq_open("/gridmark-meeting-point", O_RDWR) != static_cast<mqd_t>(-1) ||
                 shm_open("/gridmark-meeting-point", O_RDWR, 0) >= 0);
}

}  // namespace

const std::map<std::string, Attack>& neighbours() {
  static const std::map<std::string, Attack> attacks{
      {"ask_for_a_key", ask_for_a_key},
      {"attach_a_filter", attach_a_filter},
      {"call_x32", call_x32},
      {"change_flags", change_flags},
      {"change_own_program", change_own_program},
      {"change_root", change_root},
      {"dump_core", dump_core},
      {"enter_namespaces", enter_namespaces},
      {"find_kernel_objects", find_kernel_objects},
      {"gain_by_exec", gain_by_exec},
      {"leave_kernel_objects", leave_kernel_objects},
      {"limit_parent", limit_parent},
      {"look_without_end", look_without_end},
      {"move_parent", move_parent},
      {"renice_user", renice_user},
      {"set_the_clock", set_the_clock},
      {"signal_by_a_pipe", signal_by_a_pipe},
      {"spare_itself", spare_itself},
      {"stop_every_process", stop_every_process},
      {"stop_other_groups", stop_other_groups},
      {"stop_own_group", stop_own_group},
      {"take_a_lease", take_a_lease},
      {"take_priority", take_priority},
      {"trace_itself", trace_itself},
      {"type_into_the_terminal", type_into_the_terminal},
      {"watch_files", watch_files},
      {"write_parents_files", write_parents_files},
  };
  return attacks;
}

}  // namespace hostile
