#include "labkit/ranks/launch.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "base/file_descriptor.h"
#include "base/spawn.h"
#include "labkit/ranks/labels.h"
#include "labkit/router/switchboard.h"

namespace gridmark::ranks {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int ranks_descriptor = 48;
constexpr Seconds grace{2};  // between SIGTERM and SIGKILL

/// The processes of one run.
class Processes {
 public:
  Processes(const router::Settings& settings, const sigset_t& awaited)
      : awaited_(awaited),
        run_{std::vector<Ended>(static_cast<std::size_t>(settings.world)), {}, -1, false},
        processes_(run_.ranks.size(), -1) {}
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes() { end_all(SIGKILL), reap_all(); }

  void start(int rank, const std::vector<std::string>& program, const SpawnOptions& options) {
    const pid_t child = gridmark::spawn(program, options);
    if (child < 0) throw CannotStart("cannot start " + program[0] + ": " + std::strerror(errno));
    processes_[static_cast<std::size_t>(rank)] = child;
    ++alive_;
  }

  /// Called from the switchboard's thread.
  void kill_rank(int rank) {
    const std::lock_guard lock(mutex_);
    end(static_cast<std::size_t>(rank), SIGKILL);
  }

  void wait(double limit) {
    const auto begin = Clock::now();
    while (alive_ > 0) {
      reap();
      if (alive_ == 0) break;
      const timespec brief{0, 20'000'000};
      const int signal = ::sigtimedwait(&awaited_, nullptr, &brief);
      if (signal > 0 && signal != SIGCHLD) stop(signal);
      if (limit > 0 && !run_.timed_out && Clock::now() - begin > Seconds(limit)) {
        run_.timed_out = true;
        end_all(SIGKILL);
      }
      if (ending_ && Clock::now() - *ending_ > grace) end_all(SIGKILL);
    }
    if (stopped_) throw Stopped{};
  }

  Run run() { return run_; }

 private:
  void stop(int signal) {
    stopped_ = true;
    end_all(signal);
    if (!ending_) ending_ = Clock::now();
  }

  void end(std::size_t rank, int signal) {
    if (processes_[rank] <= 0) return;
    run_.ranks[rank].by_us = true;
    ::kill(-processes_[rank], signal);
  }

  void end_all(int signal) {
    const std::lock_guard lock(mutex_);
    for (std::size_t rank = 0; rank < processes_.size(); ++rank) end(rank, signal);
  }

  void reap() {
    const std::lock_guard lock(mutex_);
    for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
      siginfo_t state{};
      // WNOWAIT: the process id stays in use until its group is killed.
      if (processes_[rank] <= 0 ||
          ::waitid(P_PID, static_cast<id_t>(processes_[rank]), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          state.si_pid == 0)
        continue;
      note_end(rank);
    }
  }

  void note_end(std::size_t rank) {
    ::kill(-processes_[rank], SIGKILL);
    int status = 0;
    while (::waitpid(processes_[rank], &status, 0) < 0 && errno == EINTR) continue;
    processes_[rank] = -1;
    --alive_;
    Ended& ended = run_.ranks[rank];
    ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    ended.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (ended.by_us || (ended.exit_code == 0 && ended.signal == 0)) return;
    if (run_.first_failed < 0) run_.first_failed = static_cast<int>(rank);
    for (std::size_t other = 0; other < processes_.size(); ++other) end(other, SIGTERM);
    if (!ending_) ending_ = Clock::now();
  }

  void reap_all() {
    for (pid_t& process : processes_)
      if (process > 0) ::waitpid(process, nullptr, 0);
  }

  const sigset_t& awaited_;
  Run run_;
  std::mutex mutex_;
  std::vector<pid_t> processes_;
  int alive_ = 0;
  bool stopped_ = false;
  std::optional<Clock::time_point> ending_;
};

void set(const char* name, int value) { ::setenv(name, std::to_string(value).c_str(), 1); }

void set_environment(int rank, int world) {
  set("GRIDMARK_COMM_DESCRIPTOR", ranks_descriptor);
  set("RANK", rank);
  set("LOCAL_RANK", rank);
  set("WORLD_SIZE", world);
  set("LOCAL_WORLD_SIZE", world);
}

/// A thread that runs the switchboard and is joined on every path out.
class Serving {
 public:
  explicit Serving(router::Switchboard& switchboard)
      : switchboard_(switchboard), thread_([&switchboard] { switchboard.run(); }) {}
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;
  ~Serving() {
    switchboard_.stop();
    thread_.join();
  }

 private:
  router::Switchboard& switchboard_;
  std::thread thread_;
};

}  // namespace

std::string in_words(const Run& run) {
  using Kind = router::Trouble::Kind;
  const auto& trouble = run.network.trouble;
  const bool follows = trouble && (trouble->kind == Kind::died || trouble->kind == Kind::ended);
  if (trouble && !(follows && run.first_failed >= 0)) return trouble->words;
  if (run.timed_out) return "the time limit has ended the run";
  if (run.first_failed < 0) return "";
  const Ended& ended = run.ranks[static_cast<std::size_t>(run.first_failed)];
  const std::string rank = "rank " + std::to_string(run.first_failed);
  if (ended.signal == 0) return rank + " exited with " + std::to_string(ended.exit_code);
  return rank + " was ended by signal " + std::to_string(ended.signal) + " (" + ::strsignal(ended.signal) +
         ")";
}

Launcher::Launcher() {
  ::sigemptyset(&awaited_);
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaddset(&awaited_, signal);
  ::pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
}

Launcher::~Launcher() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Run Launcher::run(const std::vector<std::string>& program, const router::Settings& settings, Output output,
                  double limit) const {
  Processes processes(settings, awaited_);
  Labels labels;
  std::vector<int> routers_ends;
  std::vector<FileDescriptor> ranks_ends;
  for (int rank = 0; rank < settings.world; ++rank) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "socketpair");
    routers_ends.push_back(ends[0]);
    ranks_ends.emplace_back(ends[1]);
  }
  router::Switchboard switchboard(settings, routers_ends, [&](int rank) { processes.kill_rank(rank); });
  for (int rank = 0; rank < settings.world; ++rank) {
    SpawnOptions options;
    options.own_group = true;
    options.blocked = before_;
    options.descriptors = {{-1, STDIN_FILENO},
                           {ranks_ends[static_cast<std::size_t>(rank)].get(), ranks_descriptor}};
    for (const int number : {STDOUT_FILENO, STDERR_FILENO})
      if (output != Output::passed_on)
        options.descriptors.push_back({output == Output::hidden ? -1 : labels.add(rank, number), number});
    set_environment(rank, settings.world);
    processes.start(rank, program, options);
  }
  ranks_ends.clear();
  labels.start();
  {
    const Serving serving(switchboard);
    processes.wait(limit);
  }
  Run run = processes.run();
  run.network = switchboard.report();
  return run;
}

}  // namespace gridmark::ranks
