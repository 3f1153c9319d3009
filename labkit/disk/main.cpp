// gridmark-disk: runs a program once and tries every state that its crash may leave on its disk.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "labkit/disk/child_process.h"
#include "labkit/disk/disk_server.h"
#include "labkit/disk/explore_options.h"
#include "labkit/disk/explore_report.h"
#include "labkit/disk/posix_disk.h"
#include "labkit/disk/state_folder.h"

namespace gridmark::disk {
namespace {

enum ExitCode : int { all_acceptable = 0, some_bad = 1, not_explored = 2, wrong_usage = 64, stopped = 130 };

/// Why there is nothing to explore.
struct CannotExplore : std::runtime_error {
  using runtime_error::runtime_error;
};

int complain(int code, const std::string& text) {
  fmt::print(stderr, "gridmark disk: {}\n", text);
  return code;
}

Contents files_of(const std::string& folder) {
  Contents files;
  if (folder.empty()) return files;
  const PosixDisk disk(folder);
  for (const std::string& name : disk.list()) files[name] = disk.read(name);
  return files;
}

/// A file in memory for a checker's output.
class Output {
 public:
  Output() : file_(::memfd_create("output", MFD_CLOEXEC)) {
    if (!file_.valid()) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  int descriptor() const { return file_.get(); }

  /// The last line that is not empty, at most 200 bytes of it.
  std::string last_line() const {
    char tail[4096];
    const off_t end = ::lseek(file_.get(), 0, SEEK_END);
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(sizeof tail));
    const ssize_t count = ::pread(file_.get(), tail, sizeof tail, begin);
    std::string text(tail, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text.substr(text.rfind('\n') + 1).substr(0, 200);
  }

 private:
  FileDescriptor file_;
};

class Exploration {
 public:
  explicit Exploration(const ExploreOptions& options) : options_(options), disk_(files_of(options.folder)) {}

  int run() {
    run_writer();
    if (options_.dry_run) return list_states();
    ::unsetenv("GRIDMARK_DISK_DESCRIPTOR");
    const Judgement judgement = judge(
        disk_.journal(), [&](const CrashState& state) { return complaint_about(state); }, options_.limit);
    clear_progress();
    fmt::print("{}", options_.json ? explore_json(disk_.journal(), judgement) : explore_text(judgement));
    return judgement.bad == 0 ? all_acceptable : some_bad;
  }

 private:
  void run_writer() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "socketpair");
    FileDescriptor writers(ends[1]);
    DiskServer server(disk_);
    server.add(FileDescriptor(ends[0]), 0);
    ::setenv("GRIDMARK_DISK_DESCRIPTOR", std::to_string(ChildProcesses::given_descriptor).c_str(), 1);
    server.start();
    // Only the result is written to standard output.
    const Ended ended = children_.run(options_.writer, -1, writers.get());
    server.stop();
    if (!server.faults().empty()) throw CannotExplore("the writer " + server.faults()[0].substr(7));
    if (ended.exit_code != 0 || ended.signal != 0)
      throw CannotExplore(fmt::format("{} {}, expected exit code 0. Let it save once without a crash",
                                      options_.writer[0], in_words(ended)));
    mark_the_end();
  }

  void mark_the_end() {
    bool changes = false, marked = false;
    for (const Operation& operation : disk_.journal().operations) {
      changes |= changes_disk(operation);
      marked |= operation.kind == Kind::returned;
    }
    if (!changes)
      throw CannotExplore(options_.writer[0] +
                          " has changed nothing on the disk. Let it write through the disk of "
                          "gridmark::disk::open_from_environment() (labkit/disk/disk.h)");
    if (!marked) disk_.returned();
  }

  int list_states() {
    const Explored explored = for_each_crash_state(
        disk_.journal(), options_.limit,
        [&](const CrashState& state) { fmt::print("{}", state_line(disk_.journal(), state)); });
    fmt::print("{}\n", explored.statement);
    return all_acceptable;
  }

  std::string complaint_about(const CrashState& state) {
    show_progress();
    folder_.fill(state.files);
    ::setenv("GRIDMARK_DISK_FOLDER", folder_.path().c_str(), 1);
    ::setenv("GRIDMARK_DISK_RETURNED", std::to_string(state.returned).c_str(), 1);
    const Output output;
    const Ended ended = children_.run(options_.checker, output.descriptor());
    if (ended.exit_code == 0 && ended.signal == 0) return "";
    ++bad_;
    const std::string line = output.last_line();
    return in_words(ended) + (line.empty() ? "" : ": " + line);
  }

  void show_progress() {
    if (tried_++ % 50 == 49 && ::isatty(STDERR_FILENO) != 0) {
      fmt::print(stderr, "\r{} states tried, {} bad ", tried_ - 1, bad_);
      shown_ = true;
    }
  }
  void clear_progress() const {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }

  const ExploreOptions& options_;
  ChildProcesses children_;  // made before the server's thread
  JournalDisk disk_;
  StateFolder folder_;
  std::size_t tried_ = 0;
  std::size_t bad_ = 0;
  bool shown_ = false;
};

int explore(const ExploreOptions& options) {
  try {
    return Exploration(options).run();
  } catch (const Stopped&) {
    return complain(stopped, "stopped");
  } catch (const std::exception& problem) {
    return complain(not_explored, problem.what());
  }
}

}  // namespace
}  // namespace gridmark::disk

int main(int count, char** words) {
  using namespace gridmark::disk;
  const auto options = read_explore_options({words + 1, words + count});
  if (const auto* wrong = std::get_if<WrongUsage>(&options))
    return complain(wrong_usage, wrong->message + "\nTry: gridmark disk --help");
  if (std::get<ExploreOptions>(options).help) return fmt::print("{}", explore_help()), 0;
  return explore(std::get<ExploreOptions>(options));
}
