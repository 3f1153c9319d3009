// The stub is the process between the supervisor and the command. Under bubblewrap it is process 1 of the
// command's process namespace. So it sees how the command ended (a wrapper's exit code cannot tell 128+n from
// a signal), reaps and counts the processes that the command leaves behind, and ends them all when it ends.
// It is not dumpable, because otherwise code of the same user could open its memory and its descriptors.
#include "grader/sandbox/stub.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/argument_pointers.h"
#include "grader/sandbox/channel.h"
#include "grader/sandbox/exports.h"
#include "grader/sandbox/folder_watch.h"
#include "grader/sandbox/landlock_rules.h"
#include "grader/sandbox/process_limits.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/seccomp_filter.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

bool is_namespace_init() { return getpid() == 1; }

sigset_t child_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return set;
}

/// Threads of this user on the machine, which count for the kernel's limit too. A user namespace of the run
/// starts from zero, except for the stub. The limit does not apply to root. If a control group limits the
/// run, they are not counted, which saves a look at every process of the machine.
std::int64_t threads_of_this_user(bool limited_by_group) {
  constexpr std::int64_t no_limit = 1 << 20;
  if (limited_by_group) return no_limit;
  if (is_namespace_init() || getuid() == 0) return 1;
  std::int64_t threads = 0;
  DIR* folder = opendir("/proc");
  while (const dirent* entry = folder != nullptr ? readdir(folder) : nullptr) {
    struct stat info {};
    const std::string process = std::string("/proc/") + entry->d_name;
    if (std::atoi(entry->d_name) <= 0 || stat(process.c_str(), &info) != 0 || info.st_uid != getuid())
      continue;
    threads += number_after(read_small_file(process + "/status"), "Threads:", 1);
  }
  if (folder != nullptr) closedir(folder);
  return threads;
}

// ---- The process that becomes the command.

[[noreturn]] void fail_to_start(int channel, const char* step) {
  Message message;
  message.kind = Message::Kind::failed;
  message.error = errno;
  std::strncpy(message.step, step, sizeof message.step - 1);
  send_message(channel, message);
  _exit(127);
}

void reset_signals() {
  const sigset_t blocked = child_signal();
  sigprocmask(SIG_UNBLOCK, &blocked, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
}

FilterOptions filter_for(const Options& options, const LandlockCoverage& landlock) {
  FilterOptions filter;
  filter.deny_hidden_memory = options.denies_hidden_memory();
  filter.deny_network = options.mode != Mode::bubblewrap || options.devices.empty();
  filter.deny_neighbours = options.mode == Mode::landlock;
  filter.deny_signals = filter.deny_neighbours && !landlock.signals;
  filter.deny_truncation = filter.deny_neighbours && !landlock.truncation;
  return filter;
}

/// The last step before exec, so that the filter need not allow the calls of the set-up.
void apply_filter(const FilterOptions& filter, int channel) {
  const FileDescriptor listener = load_seccomp_filter(filter);
  if (!listener.valid()) fail_to_start(channel, "the filter of system calls");
  Message message;
  message.kind = Message::Kind::listening;
  send_message(channel, message, listener.get());
}

[[noreturn]] void become_command(Options options, int channel, std::int64_t others, pid_t stub) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != stub) _exit(127);  // the stub has died, so the command would never be ended
  setsid();
  reset_signals();
  prctl(PR_SET_DUMPABLE, 1);                             // otherwise root owns its files in /proc
  write_small_file("/proc/self/oom_score_adj", "1000");  // the kernel takes it before the stub
  const std::string folder = !options.chdir.empty() ? options.chdir : options.work_mib > 0 ? "/box" : "/tmp";
  if (chdir(folder.c_str()) != 0) fail_to_start(channel, folder.c_str());
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail_to_start(channel, "no_new_privs");
  set_process_limits(options, others);
  const std::vector<std::string> environment = command_environment(options);
  const std::vector<char*> arguments = argument_pointers(options.command);
  const std::vector<char*> variables = argument_pointers(environment);
  LandlockCoverage landlock;
  if (options.mode == Mode::landlock) landlock = restrict_files(options);
  if (options.mode == Mode::landlock && !landlock.applied) fail_to_start(channel, "the Landlock rules");
  apply_filter(filter_for(options, landlock), channel);
  execvpe(arguments[0], arguments.data(), variables.data());
  fail_to_start(channel, options.command[0].c_str());
}

// ---- The stub itself.

class Stub {
 public:
  explicit Stub(const Options& options)
      : options_(options), channel_(options.channel_fd), folders_(options) {}

  void run() {
    prepare();
    start_command();
    while (!command_ended_) wait_for_event();
    collect_survivors();
    result_.excess = static_cast<std::int32_t>(folders_.last_look());
    report();
  }

 private:
  void prepare() {
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::signal(SIGPIPE, SIG_IGN);
    fcntl(channel_, F_SETFD, FD_CLOEXEC);
    const sigset_t signals = child_signal();
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    child_events_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!send_message(channel_, Message{})) _exit(1);  // the supervisor is gone already
  }

  void start_command() {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) _exit(1);
    start_up_ = FileDescriptor(pair[0]);
    const FileDescriptor theirs(pair[1]);
    const std::int64_t others = threads_of_this_user(options_.tasks_by_group);
    const pid_t stub = getpid();
    command_ = fork();
    if (command_ < 0) _exit(1);
    if (command_ == 0) become_command(options_, theirs.get(), others, stub);
  }

  void wait_for_event() {
    pollfd events[] = {{child_events_.get(), POLLIN, 0},
                       {channel_, 0, 0},
                       {start_up_.get(), POLLIN, 0},
                       {listener_.get(), POLLIN, 0}};
    constexpr int milliseconds_to_next_look = 20;
    if (poll(events, 4, milliseconds_to_next_look) < 0) return;
    // Only after its exec. Until then neither the command nor this process can be inspected.
    if (!start_up_.valid() && folders_.look() != FolderWatch::Excess::none) kill_command();
    if (events[2].revents != 0) on_start_up();
    if ((events[3].revents & POLLIN) != 0) on_forbidden_call();
    if ((events[3].revents & POLLHUP) != 0) listener_.close();
    if (events[1].revents != 0) on_supervisor_gone();
    if (events[0].revents != 0) reap();
  }

  /// The channel closes by itself when the command's exec succeeds.
  void on_start_up() {
    auto received = receive_message(start_up_.get(), false);
    if (!received) return start_up_.close();
    if (received->message.kind == Message::Kind::listening) listener_ = std::move(received->descriptor);
    if (received->message.kind == Message::Kind::failed) {
      result_.error = received->message.error;
      std::memcpy(result_.step, received->message.step, sizeof result_.step);
    }
  }

  void on_forbidden_call() {
    const int call = receive_forbidden_call(listener_.get());
    if (call < 0) return;
    if (result_.forbidden_call < 0) result_.forbidden_call = call;
    kill_command();
  }

  void on_supervisor_gone() {
    kill_command();
    kill_descendants();
    _exit(1);
  }

  void kill_command() {
    if (is_namespace_init())
      kill(-1, SIGKILL);
    else
      kill(command_, SIGKILL);
  }

  void reap() {
    signalfd_siginfo ignored;
    while (read(child_events_.get(), &ignored, sizeof ignored) > 0) continue;
    int status = 0;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (child != command_) continue;
      result_.wait_status = status;
      command_ended_ = true;
    }
  }

  void collect_survivors() {
    while (start_up_.valid()) on_start_up();
    result_.survivors = count_alive(descendants(getpid()));
    if (is_namespace_init()) kill(-1, SIGKILL);
    kill_descendants();
  }

  void report() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    constexpr double microsecond = 1e-6;
    result_.cpu_seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                          static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * microsecond;
    result_.peak_bytes = used.ru_maxrss * 1024;
    result_.kind = Message::Kind::ended;
    send_message(channel_, result_);
    for (const Export& file : options_.exports) send_export(file);
  }

  void send_export(const Export& file) {
    const FileDescriptor opened = open_export(file.inside);
    Message message;
    message.kind = Message::Kind::exported;
    send_message(channel_, message, opened.get());
  }

  const Options& options_;
  int channel_;
  FileDescriptor child_events_;
  FileDescriptor start_up_;  ///< from the command's process, until its exec
  FileDescriptor listener_;
  FolderWatch folders_;
  pid_t command_ = -1;
  bool command_ended_ = false;
  Message result_;
};

}  // namespace

void run_stub(const Options& options) {
  Stub(options).run();
  _exit(0);
}

}  // namespace gridmark::sandbox
