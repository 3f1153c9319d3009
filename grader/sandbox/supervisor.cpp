// Theory of operation
//
//   caller -> gridmark-sandbox (supervisor) -> bwrap -> stub (process 1 inside) -> command
//
// The supervisor stays outside, with the caller's user. It starts the stub through the isolation mode's
// wrapper and then waits on descriptors only: the merged output of everything inside, the stub's channel,
// signals, the death of its own child, and the report's reader going away. Every 10 ms it looks at memory
// and CPU time.
//
// A run is ended by the first of: the command (the stub reports and exits), a limit, SIGTERM, a reader of the
// report that is gone. The supervisor then kills every descendant; it is their subreaper, so none escapes by
// changing its session or losing its parents. If the supervisor itself is killed, bwrap and the stub die with
// it (PDEATHSIG; in mode none the stub sees its channel close), and a process namespace dies with its stub.
//
// What the command can influence: the bytes of its output, its exit status, the files it exports. The stub's
// words come over a socket that the command never holds, from a process that it cannot trace, read or signal.
#include "grader/sandbox/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>

#include "grader/sandbox/channel.h"
#include "grader/sandbox/exports.h"
#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/output_buffer.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/resource_control.h"
#include "grader/sandbox/seccomp_filter.h"

namespace gridmark::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  return set;
}

struct Pair {
  FileDescriptor ours, theirs;
};

Pair make_channel() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw SandboxFailure("no socket pair");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Pair make_output_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SandboxFailure("no pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// All other descriptors of the supervisor, and those it inherited, close at exec.
void keep_only(const std::vector<int>& descriptors) {
  constexpr unsigned first = 3, close_on_exec = 4;  // CLOSE_RANGE_CLOEXEC
  syscall(SYS_close_range, first, ~0U, close_on_exec);
  for (const int descriptor : descriptors) fcntl(descriptor, F_SETFD, 0);
}

std::string seconds_text(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + " s";
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

class Run {
 public:
  Run(const Options& options, const IsolationMode& mode) : options_(options), mode_(mode) {}

  Report result() {
    begin_ = Clock::now();
    start();
    while (!child_ended_) wait_for_event();
    kill_descendants();
    read_output();
    while (read_channel()) continue;
    return account();
  }
  /// The stub ran: what the mode needs is there.
  bool started() const { return started_; }

 private:
  double seconds_since_begin() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  // ---- Starting.

  void start() {
    Pair channel = make_channel();
    Pair output = make_output_pipe();
    channel_ = std::move(channel.ours);
    output_ = std::move(output.ours);
    fork_child(channel.theirs.get(), output.theirs.get());
    child_descriptor_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, child_, 0U)));
    const sigset_t signals = stop_signals();
    signals_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  void fork_child(int channel, int output) {
    control_ = make_cgroup_control(options_);
    child_ = control_ ? control_->fork_controlled() : -1;
    if (child_ < 0) {
      control_ = make_watchdog_control(options_);
      child_ = control_->fork_controlled();
    }
    if (child_ < 0) throw SandboxFailure(std::string("cannot fork: ") + std::strerror(errno));
    if (child_ == 0) become_wrapper(channel, output);
  }

  [[noreturn]] void become_wrapper(int channel, int output) const {
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    try {
      exec_wrapper(channel);
    } catch (const std::exception& error) {
      const std::string text = std::string(error.what()) + "\n";
      if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(126);
    }
    _exit(125);
  }

  void exec_wrapper(int channel) const {
    setsid();
    if (mode_.name() != "none") prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_DFL);
    const sigset_t signals = stop_signals();
    sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    Options inside = mode_.inside(options_);
    inside.channel_fd = channel;
    inside.memory_by_watchdog = !control_->counts_unmapped_memory();
    std::vector<std::string> words = mode_.enter(inside);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<int> kept = options_.keep_fds;
    kept.push_back(channel);
    keep_only(kept);
    char* no_environment[] = {nullptr};
    execve(arguments[0], arguments.data(), no_environment);
    throw SandboxFailure("cannot run " + words[0] + ": " + std::strerror(errno));
  }

  // ---- Watching.

  void wait_for_event() {
    pollfd events[] = {{output_.get(), POLLIN, 0},
                       {channel_.get(), POLLIN, 0},
                       {signals_.get(), POLLIN, 0},
                       {options_.report_fd, 0, 0},
                       {child_descriptor_.get(), POLLIN, 0}};
    poll(events, 5, milliseconds_to_next_look());
    if (events[0].revents != 0) read_output();
    if (events[1].revents != 0) read_channel();
    if (events[2].revents != 0) stop("asked by a signal");
    if ((events[3].revents & (POLLERR | POLLHUP)) != 0) stop("nobody reads the report");
    check_limits();
    if (end_) kill_everything();
    reap();
  }

  int milliseconds_to_next_look() const {
    constexpr double look = 0.010;
    const double left = options_.wall_seconds - seconds_since_begin();
    return left <= 0 || left >= look ? 10 : static_cast<int>(left * 1000) + 1;
  }

  void read_output() {
    char part[64 * 1024];
    ssize_t count = 0;
    // A few parts at a time, so that a flood cannot keep the supervisor from its other duties.
    for (int i = 0; i < 8 && output_.valid() && (count = read(output_.get(), part, sizeof part)) > 0; ++i)
      collected_.append({part, static_cast<std::size_t>(count)});
    if (count == 0) output_.close();
    if (too_much_output()) end(End::output_limit, "printed more than " + std::to_string(options_.output_kib) + " KiB");
  }

  bool too_much_output() const { return collected_.total() > options_.output_kib * 1024; }

  bool read_channel() {
    auto received = receive_message(channel_.get(), false);
    if (!received) {
      channel_.close();
      return false;
    }
    if (received->message.kind == Message::Kind::started) started_ = true;
    if (received->message.kind == Message::Kind::ended) ended_ = received->message;
    if (received->message.kind == Message::Kind::exported) exported_.push_back(std::move(received->descriptor));
    return true;
  }

  void stop(const std::string& why) { end(End::stopped, why); }

  void check_limits() {
    if (seconds_since_begin() > options_.wall_seconds)
      end(End::wall_limit, "ran longer than " + seconds_text(options_.wall_seconds));
    if (Clock::now() - last_look_ < std::chrono::milliseconds(9)) return;
    last_look_ = Clock::now();
    usage_ = control_->usage();
    if (usage_.out_of_memory) end(End::memory_limit, memory_text());
    if (usage_.cpu_seconds > options_.cpu_seconds) end(End::cpu_limit, cpu_text());
  }

  std::string memory_text() const { return "used more than " + std::to_string(options_.memory_mib) + " MiB of memory"; }
  std::string cpu_text() const { return "used more than " + seconds_text(options_.cpu_seconds) + " of CPU time"; }

  /// The first reason counts; the stub's own report, should it still come, may be more precise.
  void end(End why, const std::string& detail) {
    if (end_) return;
    end_ = why;
    detail_ = detail;
  }

  void kill_everything() {
    control_->kill_all();
    for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
  }

  /// Orphans of the run are this process's children, too.
  void reap() {
    for (pid_t process = 0; (process = waitpid(-1, nullptr, WNOHANG)) > 0;)
      if (process == child_) child_ended_ = true;
  }

  // ---- The account.

  Report account() {
    Report report;
    report.mode = mode_.name();
    report.wall_seconds = seconds_since_begin();
    usage_ = last_usage();
    report.cpu_seconds = ended_ ? ended_->cpu_seconds : usage_.cpu_seconds;
    report.peak_bytes = std::max(usage_.peak_bytes, ended_ ? ended_->peak_bytes : 0);
    report.output_bytes = collected_.total();
    report.output_head = collected_.head();
    report.output_tail = collected_.tail();
    report.survivors = ended_ ? ended_->survivors : 0;
    judge(report);
    if (report.end == End::exited) copy_exports(report);
    return report;
  }

  /// A group remembers what processes that are gone have used; the watchdog keeps what it saw last.
  Usage last_usage() {
    Usage usage = control_->usage();
    usage.cpu_seconds = std::max(usage.cpu_seconds, usage_.cpu_seconds);
    usage.out_of_memory |= usage_.out_of_memory;
    return usage;
  }

  void judge(Report& report) const {
    const auto say = [&](End why, const std::string& detail) {
      report.end = why;
      report.detail = detail;
    };
    if (ended_ && ended_->error != 0)
      return say(End::internal, std::string("cannot start the command: ") + ended_->step + ": " + std::strerror(ended_->error));
    if (ended_ && ended_->forbidden_call >= 0) return say(End::forbidden, system_call_name(ended_->forbidden_call));
    if (too_much_output()) return say(End::output_limit, "printed more than " + std::to_string(options_.output_kib) + " KiB");
    if (usage_.out_of_memory) return say(End::memory_limit, memory_text());
    if (end_) return say(*end_, detail_);
    if (!started_) return say(End::internal, "cannot start the sandbox: " + first_line(collected_.head()));
    if (!ended_) return say(End::internal, "the sandbox's first process died");
    judge_status(report);
  }

  void judge_status(Report& report) const {
    const int status = ended_->wait_status;
    report.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    report.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report.end = report.signal == 0 ? End::exited : End::signalled;
    if (report.signal != 0) report.detail = strsignal(report.signal);
    const bool cpu_spent = ended_->cpu_seconds >= options_.cpu_seconds;
    if (report.signal == SIGXCPU || (report.signal == SIGKILL && cpu_spent)) {
      report.end = End::cpu_limit;
      report.detail = cpu_text();
    } else if (report.signal == SIGXFSZ) {
      report.end = End::file_size_limit;
      report.detail = "wrote a file larger than " + std::to_string(options_.file_size_mib) + " MiB";
    } else if (report.signal == SIGSYS) {
      report.end = End::forbidden;
      report.detail = "a system call of another architecture";
    }
  }

  void copy_exports(Report& report) const {
    for (std::size_t i = 0; i < std::min(exported_.size(), options_.exports.size()); ++i)
      if (exported_[i].valid() && write_export(exported_[i].get(), options_.exports[i]))
        report.exported.push_back(options_.exports[i].inside);
  }

  const Options& options_;
  const IsolationMode& mode_;
  std::unique_ptr<ResourceControl> control_;
  Clock::time_point begin_, last_look_;
  FileDescriptor channel_, output_, signals_, child_descriptor_;
  pid_t child_ = -1;
  bool child_ended_ = false, started_ = false;
  std::optional<Message> ended_;
  std::vector<FileDescriptor> exported_;
  OutputBuffer collected_;
  Usage usage_;
  std::optional<End> end_;
  std::string detail_;
};

void prepare_process() {
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::signal(SIGPIPE, SIG_IGN);
  const sigset_t signals = stop_signals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

struct Attempt {
  Report report;
  bool started = false;
};

Attempt attempt(const Options& options, std::unique_ptr<IsolationMode> (*make_mode)()) {
  Attempt result;
  try {
    const auto mode = make_mode();
    Run run(options, *mode);
    result.report = run.result();
    result.started = run.started();
  } catch (const std::exception& error) {
    result.report.detail = error.what();
  }
  return result;
}

}  // namespace

Report supervise(const Options& options) {
  prepare_process();
  if (options.mode == Mode::none) return attempt(options, make_none_mode).report;
  Attempt isolated = attempt(options, make_bubblewrap_mode);
  // The run itself is the probe: it costs nothing where isolation works.
  const bool may_fall = options.mode == Mode::automatic && options.trust;
  if (isolated.started || isolated.report.end != End::internal || !may_fall) return isolated.report;
  return attempt(options, make_none_mode).report;
}

Probe probe_modes() {
  prepare_process();
  Options options;
  options.command = {"/usr/bin/true"};
  const Report report = attempt(options, make_bubblewrap_mode).report;
  if (report.end == End::exited && report.exit_code == 0) return {"bubblewrap", "", ""};
  const bool missing = access("/usr/bin/bwrap", X_OK) != 0;
  const std::string fix = missing ? "sudo apt-get install bubblewrap"
                                  : "sudo sysctl -w kernel.unprivileged_userns_clone=1 "
                                    "kernel.apparmor_restrict_unprivileged_userns=0 user.max_user_namespaces=10000";
  return {"none", report.detail, fix};
}

}  // namespace gridmark::sandbox
