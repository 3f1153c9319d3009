#include "grader/sandbox/run.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>

#include "grader/sandbox/channel.h"
#include "grader/sandbox/exports.h"
#include "grader/sandbox/folder_watch.h"
#include "grader/sandbox/launch.h"
#include "grader/sandbox/output_buffer.h"
#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/seccomp_filter.h"

namespace gridmark::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

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
    begin_ = last_look_ = Clock::now();
    start();
    while (!child_ended_) wait_for_event();
    kill_descendants();
    read_output();
    while (read_channel()) continue;
    return account();
  }
  /// The stub ran, so the mode works here.
  bool started() const { return started_; }

 private:
  double seconds_since_begin() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  void start() {
    launched_ = launch(options_, mode_);
    const sigset_t signals = stop_signals();
    signals_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  // ---- Watching.

  void wait_for_event() {
    pollfd events[] = {{launched_.output.get(), POLLIN, 0},
                       {launched_.channel.get(), POLLIN, 0},
                       {signals_.get(), POLLIN, 0},
                       {options_.report_fd, 0, 0},
                       {launched_.child_descriptor.get(), POLLIN, 0}};
    poll(events, 5, milliseconds_to_next_look());
    if (events[0].revents != 0) read_output();
    if (events[1].revents != 0) read_channel();
    if (events[2].revents != 0) stop("asked by a signal");
    if ((events[3].revents & (POLLERR | POLLHUP)) != 0) stop("the reader of the report has gone");
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
    // Reads only a few parts at a time, so that a flood of output cannot block the supervisor's other duties.
    for (int i = 0;
         i < 8 && launched_.output.valid() && (count = read(launched_.output.get(), part, sizeof part)) > 0;
         ++i)
      collected_.append({part, static_cast<std::size_t>(count)});
    if (count == 0) launched_.output.close();
    if (too_much_output())
      end(End::output_limit, "printed more than " + std::to_string(options_.output_kib) + " KiB");
  }

  bool too_much_output() const { return collected_.total() > options_.output_kib * 1024; }

  bool read_channel() {
    auto received = receive_message(launched_.channel.get(), false);
    if (!received) {
      launched_.channel.close();
      return false;
    }
    if (received->message.kind == Message::Kind::started) started_ = true;
    if (received->message.kind == Message::Kind::ended) ended_ = received->message;
    if (received->message.kind == Message::Kind::exported)
      exported_.push_back(std::move(received->descriptor));
    return true;
  }

  void stop(const std::string& why) { end(End::stopped, why); }

  void check_limits() {
    if (seconds_since_begin() > options_.wall_seconds)
      end(End::wall_limit, "ran longer than " + seconds_text(options_.wall_seconds));
    if (Clock::now() - last_look_ < std::chrono::milliseconds(9)) return;
    last_look_ = Clock::now();
    usage_ = launched_.control->usage();
    if (usage_.out_of_memory) end(End::memory_limit, memory_text());
    if (usage_.cpu_seconds > options_.cpu_seconds) end(End::cpu_limit, cpu_text());
  }

  std::string memory_text() const {
    return "used more than " + std::to_string(options_.memory_mib) + " MiB of memory";
  }
  std::string cpu_text() const {
    return "used more than " + seconds_text(options_.cpu_seconds) + " of CPU time";
  }

  /// The first reason counts. A later report of the stub may be more precise.
  void end(End why, const std::string& detail) {
    if (end_) return;
    end_ = why;
    detail_ = detail;
  }

  void kill_everything() {
    launched_.control->kill_all();
    for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
  }

  /// Orphans of the run are children of this process too.
  void reap() {
    for (pid_t process = 0; (process = waitpid(-1, nullptr, WNOHANG)) > 0;)
      if (process == launched_.child) child_ended_ = true;
  }

  // ---- The report.

  Report account() {
    Report report;
    report.end = End::internal;
    report.mode = mode_.name();
    report.control = launched_.control->name();
    report.wall_seconds = seconds_since_begin();
    usage_ = last_usage();
    report.cpu_seconds = std::max(usage_.cpu_seconds, ended_ ? ended_->cpu_seconds : 0);
    report.peak_bytes = std::max(usage_.peak_bytes, ended_ ? ended_->peak_bytes : 0);
    report.output_bytes = collected_.total();
    report.output_head = collected_.head();
    report.output_tail = collected_.tail();
    report.survivors = ended_ ? ended_->survivors : 0;
    judge(report);
    if (report.end == End::exited) copy_exports(report);
    return report;
  }

  /// A group also counts processes that are gone. The watchdog has only its last values.
  Usage last_usage() {
    Usage usage = launched_.control->usage();
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
      return say(End::internal, std::string("cannot start the command: ") + ended_->step + ": " +
                                    std::strerror(ended_->error));
    if (ended_ && ended_->forbidden_call >= 0)
      return say(End::forbidden, system_call_name(ended_->forbidden_call));
    if (too_much_output())
      return say(End::output_limit, "printed more than " + std::to_string(options_.output_kib) + " KiB");
    if (usage_.out_of_memory) return say(End::memory_limit, memory_text());
    if (ended_badly() && launched_.control->killed_by_machine())
      return say(End::internal, "the machine's memory killer ended a run that may use " +
                                    std::to_string(options_.memory_mib) +
                                    " MiB: free memory, or grade fewer at once");
    if (end_) return say(*end_, detail_);
    if (!started_) return say(End::internal, "cannot start the sandbox: " + first_line(collected_.head()));
    if (!ended_) return say(End::internal, "the sandbox's first process died");
    if (ended_->excess != 0) return judge_excess(report);
    judge_status(report);
  }

  bool ended_badly() const { return end_ ? *end_ != End::stopped : !ended_ || ended_->wait_status != 0; }

  void judge_excess(Report& report) const {
    using Excess = FolderWatch::Excess;
    const auto excess = static_cast<Excess>(ended_->excess);
    report.end = excess == Excess::files ? End::files_limit : End::disk_limit;
    if (excess == Excess::files)
      report.detail = "made more than " + std::to_string(options_.files) + " files";
    if (excess == Excess::bytes)
      report.detail = "wrote more than " + std::to_string(options_.tmp_mib + options_.work_mib) + " MiB";
    if (excess == Excess::hidden) report.detail = "ran a program that hides which files it has open";
  }

  void judge_status(Report& report) const {
    const int status = ended_->wait_status;
    report.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    report.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report.end = report.signal == 0 ? End::exited : End::signalled;
    if (report.signal != 0) report.detail = strsignal(report.signal);
    // The backstop may end one of several processes. The first process then only reports that another was
    // killed.
    const bool cpu_spent = report.cpu_seconds >= options_.cpu_seconds;
    if (report.signal == SIGXCPU || (status != 0 && cpu_spent)) {
      report.end = End::cpu_limit;
      report.detail = cpu_text();
    } else if (report.signal == SIGXFSZ) {
      report.end = End::file_size_limit;
      report.detail = "wrote a file larger than " + std::to_string(options_.file_size_mib) + " MiB";
    } else if (report.signal == SIGSYS) {
      report.end = End::forbidden;
      report.detail = "a system call of another architecture, or one that no library made";
    }
  }

  void copy_exports(Report& report) const {
    for (std::size_t i = 0; i < std::min(exported_.size(), options_.exports.size()); ++i) {
      const Export& file = options_.exports[i];
      const Exported outcome =
          exported_[i].valid() ? write_export(exported_[i].get(), file) : Exported::refused;
      if (outcome == Exported::written) report.exported.push_back(file.inside);
      if (outcome != Exported::unwritable) continue;
      report.end = End::internal;
      report.detail = "cannot write " + file.host + ": " + std::strerror(errno);
      return;
    }
  }

  const Options& options_;
  const IsolationMode& mode_;
  Launched launched_;
  Clock::time_point begin_, last_look_;
  FileDescriptor signals_;
  bool child_ended_ = false, started_ = false;
  std::optional<Message> ended_;
  std::vector<FileDescriptor> exported_;
  OutputBuffer collected_;
  Usage usage_;
  std::optional<End> end_;
  std::string detail_;
};

}  // namespace

RunResult run_in_mode(const Options& options, const IsolationMode& mode) {
  Run run(options, mode);
  RunResult result{run.result(), false};
  result.started = run.started();
  return result;
}

}  // namespace gridmark::sandbox
