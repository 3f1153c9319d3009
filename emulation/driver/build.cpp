#include "emulation/driver/build.h"

#include <filesystem>
#include <map>
#include <memory>
#include <ostream>

#include "emulation/driver/translation.h"

namespace gridmark::driver {
namespace {

/// More would leave a small machine no room for the grader beside.
constexpr std::size_t jobs = 2;

class Build {
 public:
  Build(const Options& options, const Toolkit& toolkit, const CommandLine& compiler, bool colour,
        std::ostream& output, std::ostream& messages)
      : options_(options),
        commands_(options, toolkit, compiler, colour),
        output_(output),
        messages_(messages) {}

  Status run() {
    plan();
    translate();
    bool failed = false;
    for (const auto& translation : translations_) {
      messages_ << translation->messages();
      if (options_.action == Options::Action::rewrite) output_ << translation->rewritten();
      failed = failed || translation->failed();
    }
    messages_.flush();
    if (failed) return Status::source_has_errors;
    return options_.action == Options::Action::link ? link() : Status::compiled;
  }

 private:
  void plan() {
    for (const Input& input : options_.inputs) {
      if (input.kind == Input::Kind::linked) {
        linked_.push_back(input.name);
        continue;
      }
      linked_.push_back(object_name(input.name));
      translations_.push_back(std::make_unique<Translation>(input, linked_.back(), commands_));
    }
  }

  std::string object_name(const std::string& source) const {
    const std::string stem = std::filesystem::path(source).stem().string();
    if (options_.action == Options::Action::link) {
      return folder_.path() / (std::to_string(linked_.size()) + "-" + stem + ".o");
    }
    return options_.output.empty() ? stem + ".o" : options_.output;
  }

  /// Keeps up to `jobs` chains of commands going until every one has ended.
  void translate() {
    std::size_t next = 0;
    while (next < translations_.size() || !running_.empty()) {
      while (running_.size() < jobs && next < translations_.size()) {
        Translation& translation = *translations_[next++];
        start(translation, translation.first());
      }
      const Children::Ended ended = children_.wait();
      Translation& translation = *running_.at(ended.pid);
      running_.erase(ended.pid);
      if (const auto step = translation.after(ended.exit_code); step && !only_rewrites())
        start(translation, *step);
    }
  }

  bool only_rewrites() const { return options_.action == Options::Action::rewrite; }

  void start(Translation& translation, const Translation::Step& step) {
    running_[children_.start(step.command, step.descriptors)] = &translation;
  }

  Status link() {
    const UnnamedFile words;
    const std::string program = options_.output.empty() ? "a.out" : options_.output;
    children_.start(commands_.link(linked_, program), {-1, words.descriptor(), words.descriptor()});
    const int exit_code = children_.wait().exit_code;
    messages_ << words.read() << std::flush;
    return exit_code == 0 ? Status::compiled : Status::source_has_errors;
  }

  const Options& options_;
  const Commands commands_;
  std::ostream& output_;
  std::ostream& messages_;
  TemporaryFolder folder_;
  std::vector<std::string> linked_;
  std::vector<std::unique_ptr<Translation>> translations_;
  std::map<pid_t, Translation*> running_;
  Children children_;  ///< last: its children end before the files that they use
};

}  // namespace

Status build(const Options& options, const Toolkit& toolkit, const CommandLine& compiler, bool colour,
             std::ostream& output, std::ostream& messages) {
  return Build(options, toolkit, compiler, colour, output, messages).run();
}

}  // namespace gridmark::driver
