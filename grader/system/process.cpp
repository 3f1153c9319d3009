#include "grader/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/argument_pointers.h"

namespace gridmark::system {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  FileDescriptor reader, writer;
};

/// The writer's number is above all numbers that a child gets, so that moving one never covers another.
Result<Pipe> make_pipe() {
  constexpr int first_free = 100;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failure(Error::Source::filesystem, "pipe", std::strerror(errno));
  const FileDescriptor low(ends[1]);
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(fcntl(low.get(), F_DUPFD_CLOEXEC, first_free))};
  fcntl(pipe.reader.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

/// Everything that the child needs. It is ready before fork, because after it a program with threads must not
/// allocate.
struct Launch {
  std::vector<char*> arguments;
  std::vector<char*> given_environment;
  char** environment = environ;
  const char* folder = nullptr;
  std::array<int, 4> writers{};  ///< stdout, stderr, report, failure to start
  int report_number = -1;
  const std::vector<int>* keep = nullptr;
  pid_t parent = 0;
};

void reset_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void arrange_descriptors(const Launch& launch) {
  constexpr unsigned close_on_exec = 4;  // CLOSE_RANGE_CLOEXEC
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(launch.writers[0], STDOUT_FILENO);
  dup2(launch.writers[1], STDERR_FILENO);
  syscall(SYS_close_range, 3U, ~0U, close_on_exec);
  for (const int kept : *launch.keep) fcntl(kept, F_SETFD, 0);
  if (launch.report_number >= 0) dup2(launch.writers[2], launch.report_number);
}

/// Only async-signal-safe calls are allowed from here to exec.
[[noreturn]] void become(const Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);
  reset_signals();
  arrange_descriptors(launch);
  if (launch.folder == nullptr || chdir(launch.folder) == 0)
    execve(launch.arguments[0], launch.arguments.data(), launch.environment);
  const int reason = errno;
  if (write(launch.writers[3], &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

struct Sink {
  FileDescriptor pipe;
  std::string* text;
};

class Child {
 public:
  Child(const ProcessRequest& request, const StopFlag& stop) : request_(request), stop_(stop) {}

  Result<ProcessResult> run() {
    begin_ = Clock::now();
    return start().map([&] {
      while (!ended_) wait_for_event();
      drain();
      result_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
      return std::move(result_);
    });
  }

 private:
  Result<void> start() {
    std::array<Pipe, 4> pipes;
    for (Pipe& pipe : pipes) {
      pipe = TRY(make_pipe());
    }
    const Launch launch = prepare(pipes);
    process_ = fork();
    if (process_ < 0) return failure(Error::Source::toolchain, request_.arguments[0], std::strerror(errno));
    if (process_ == 0) become(launch);
    setpgid(process_, process_);  // parent and child both do it, since either may be first
    for (Pipe& pipe : pipes) pipe.writer.close();
    return started(std::move(pipes));
  }

  Launch prepare(const std::array<Pipe, 4>& pipes) const {
    Launch launch;
    launch.arguments = argument_pointers(request_.arguments);
    if (request_.environment) {
      launch.given_environment = argument_pointers(*request_.environment);
      launch.environment = launch.given_environment.data();
    }
    if (!request_.folder.empty()) launch.folder = request_.folder.c_str();
    for (std::size_t i = 0; i < pipes.size(); ++i) launch.writers[i] = pipes[i].writer.get();
    launch.report_number = request_.report_descriptor.value_or(-1);
    launch.keep = &request_.keep_descriptors;
    launch.parent = getpid();
    return launch;
  }

  /// The last pipe closes silently if exec succeeds. Otherwise it carries an errno.
  Result<void> started(std::array<Pipe, 4> pipes) {
    int reason = 0;
    pollfd outcome{pipes[3].reader.get(), POLLIN, 0};
    while (poll(&outcome, 1, -1) < 0 && errno == EINTR) continue;
    if (read(pipes[3].reader.get(), &reason, sizeof reason) == sizeof reason) {
      waitpid(process_, nullptr, 0);
      return failure(Error::Source::toolchain, request_.arguments[0],
                     std::string("cannot be started: ") + std::strerror(reason));
    }
    descriptor_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process_, 0U)));
    std::string* const texts[] = {&result_.output, &result_.error_output, &result_.report};
    for (std::size_t i = 0; i < sinks_.size(); ++i) sinks_[i] = Sink{std::move(pipes[i].reader), texts[i]};
    return {};
  }

  void wait_for_event() {
    std::array<pollfd, 5> events{};
    for (std::size_t i = 0; i < sinks_.size(); ++i) events[i] = {sinks_[i].pipe.get(), POLLIN, 0};
    events[3] = {descriptor_.get(), POLLIN, 0};
    events[4] = {result_.stopped ? -1 : stop_.descriptor(), POLLIN, 0};
    poll(events.data(), events.size(), milliseconds_left());
    for (std::size_t i = 0; i < sinks_.size(); ++i)
      if (events[i].revents != 0) read_into(sinks_[i]);
    if (stop_.requested() && !result_.stopped) ask_to_end(result_.stopped);
    if (timeout_passed() && !result_.timed_out) ask_to_end(result_.timed_out);
    if (kill_at_ && Clock::now() >= *kill_at_) kill(-process_, SIGKILL);
    reap();
  }

  bool timeout_passed() const {
    return request_.timeout_seconds &&
           Clock::now() - begin_ >= std::chrono::duration<double>(*request_.timeout_seconds);
  }

  int milliseconds_left() const {
    constexpr int look = 50;  // coarse on purpose: only the deadlines wait for it
    return request_.timeout_seconds || kill_at_ ? look : -1;
  }

  void ask_to_end(bool& why) {
    constexpr std::chrono::seconds grace{2};
    why = true;
    kill(-process_, SIGTERM);
    if (!kill_at_) kill_at_ = Clock::now() + grace;
  }

  /// Bytes beyond the cap are read and dropped, so that the child never blocks on a full pipe.
  bool read_into(Sink& sink) {
    char part[64 * 1024];
    const ssize_t count = read(sink.pipe.get(), part, sizeof part);
    if (count == 0) sink.pipe.close();
    if (count <= 0) return false;
    const std::size_t room = request_.output_cap - std::min(request_.output_cap, sink.text->size());
    sink.text->append(part, std::min(room, static_cast<std::size_t>(count)));
    return true;
  }

  void drain() {
    for (Sink& sink : sinks_)
      while (sink.pipe.valid() && read_into(sink)) continue;
  }

  void reap() {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) != process_) return;
    ended_ = true;
    result_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (result_.stopped || result_.timed_out) kill(-process_, SIGKILL);  // ends the rest of its group
  }

  const ProcessRequest& request_;
  const StopFlag& stop_;
  Clock::time_point begin_;
  std::optional<Clock::time_point> kill_at_;
  pid_t process_ = -1;
  FileDescriptor descriptor_;
  std::array<Sink, 3> sinks_;
  bool ended_ = false;
  ProcessResult result_;
};

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
  return all;
}

Result<ProcessResult> run_process(const ProcessRequest& request, const StopFlag& stop) {
  return Child(request, stop).run();
}

}  // namespace gridmark::system
