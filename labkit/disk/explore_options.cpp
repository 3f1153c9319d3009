#include "labkit/disk/explore_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/nearest.h"
#include "labkit/disk/crash_states.h"

namespace gridmark::disk {
namespace {

using Words = std::vector<std::string>;

const Words known_options{"--explore", "--limit", "--folder", "--json", "--dry-run", "--help"};

constexpr const char* usage = "write gridmark disk --explore -- WRITER ARGS -- CHECKER ARGS";

class Reader {
 public:
  explicit Reader(const Words& words) : words_(words) { options_.limit = usual_limit; }

  std::variant<ExploreOptions, WrongUsage> run() {
    while (problem_.empty() && !options_.help && at_ < words_.size() && words_[at_] != "--") option();
    if (options_.help) return options_;
    if (problem_.empty()) programs();
    if (!problem_.empty()) return WrongUsage{problem_};
    return options_;
  }

 private:
  void option() {
    const std::string word = words_[at_++];
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (name == "--limit" || name == "--folder") return valued(name, word, equals);
    if (word == "--explore")
      explore_ = true;
    else if (word == "--json")
      options_.json = true;
    else if (word == "--dry-run")
      options_.dry_run = true;
    else if (word == "-h" || word == "--help")
      options_.help = true;
    else if (word.starts_with("-"))
      problem_ = fmt::format("unknown option \"{}\"{}", name, suggestion(name, known_options));
    else
      problem_ = fmt::format("\"{}\" is not an option: {}", word, usage);
  }

  void valued(const std::string& name, const std::string& word, std::size_t equals) {
    std::string value;
    if (equals != word.npos)
      value = word.substr(equals + 1);
    else if (at_ < words_.size() && words_[at_] != "--")
      value = words_[at_++];
    if (value.empty())
      problem_ = name + " needs a value";
    else if (name == "--folder")
      options_.folder = value;
    else
      limit(value);
  }

  void limit(const std::string& text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options_.limit);
    if (error != std::errc() || end != text.data() + text.size() || options_.limit < 1 ||
        options_.limit > 1000000000)
      problem_ = fmt::format("--limit is \"{}\", expected a number from 1 to 1000000000", text);
  }

  void programs() {
    if (!explore_) problem_ = fmt::format("gridmark disk needs --explore: {}", usage);
    if (!explore_ || at_ >= words_.size()) return missing("a writer");
    const auto writer = words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1;
    const auto end = std::find(writer, words_.end(), "--");
    options_.writer.assign(writer, end);
    if (end != words_.end()) options_.checker.assign(end + 1, words_.end());
    if (options_.writer.empty()) return missing("a writer");
    if (options_.checker.empty() && !options_.dry_run) missing("a checker, or --dry-run");
  }

  void missing(const char* what) {
    if (problem_.empty()) problem_ = fmt::format("{} is missing: {}", what, usage);
  }

  const Words& words_;
  std::size_t at_ = 0;
  bool explore_ = false;
  std::string problem_;
  ExploreOptions options_;
};

}  // namespace

std::variant<ExploreOptions, WrongUsage> read_explore_options(const std::vector<std::string>& words) {
  return Reader(words).run();
}

std::string explore_help() {
  return R"(gridmark disk --explore tries every state that a crash of a program may leave on the disk.

  gridmark disk --explore [--limit N] [--folder F] [--json] -- WRITER ARGS -- CHECKER ARGS
  gridmark disk --explore --dry-run -- WRITER ARGS

WRITER saves something through labkit/disk/disk.h, on the disk that open_from_environment() gives. It runs once.
A crash is then tried before and after each of its operations. Of unsynced data none, half or all survives.
Each state becomes a folder, and CHECKER runs with it: exit code 0 means that the state is acceptable.
CHECKER finds the folder in GRIDMARK_DISK_FOLDER, where open_from_environment() finds it too. It finds in
GRIDMARK_DISK_RETURNED how many saves had returned before the crash: these must not be lost.
A save has returned where WRITER calls returned(). The exit of a WRITER that never calls it counts as one.

  --limit N    try at most N states, spread over all moments of the crash (default 10000)
  --folder F   the files of F are on the disk at the beginning. F itself is not changed
  --json       print the result as JSON
  --dry-run    list the states and run no checker
  --help

Examples
  gridmark disk --explore -- ./save -- ./check
  gridmark disk --explore --folder checkpoints -- ./train --steps 3 -- ./check --quiet
  gridmark disk --explore -- ./save -- sh -c 'test -s "$GRIDMARK_DISK_FOLDER/ckpt"'
  gridmark disk --explore --dry-run -- ./save

Exit codes: 0 all states are acceptable, 1 some are not, 2 could not explore, 64 wrong usage, 130 stopped.
)";
}

}  // namespace gridmark::disk
