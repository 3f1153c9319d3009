#include "emulation/driver/build.h"

#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <ostream>

#include "emulation/driver/missing_names.h"
#include "emulation/driver/syntax_pass.h"
#include "emulation/driver/translation.h"

namespace gridmark::driver {
namespace {

/// In the form for a shell.
std::string shown(const CommandLine& command) {
  std::string text;
  for (const std::string& word : command) {
    const bool plain = !word.empty() && word.find_first_of(" \t\n\"'\\$`*?[]{}()<>|&;!#~") == word.npos;
    text += (text.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return text;
}

/// More jobs would leave a small machine no room for the grader.
constexpr std::size_t jobs = 2;

class Build {
 public:
  Build(const Options& options, const Toolkit& toolkit, const CommandLine& compiler, bool colour,
        std::ostream& output, std::ostream& messages)
      : options_(options),
        toolkit_(toolkit),
        commands_(options, toolkit, compiler, colour),
        output_(output),
        messages_(messages) {}

  Status run() {
    look_for_toolkit();
    plan();
    translate();
    bool failed = false;
    std::string words;
    for (const auto& translation : translations_) {
      words += translation->messages();
      if (options_.action == Options::Action::rewrite) output_ << translation->rewritten();
      failed = failed || translation->failed();
    }
    messages_ << words << (failed ? about_missing_names(words, toolkit_.include()) : "");
    for (const LookedAt& file : looked_at_) messages_ << about_sides(file);
    messages_.flush();
    if (failed) return Status::source_has_errors;
    return combine();
  }

 private:
  /// Without one of its parts, the compiler's messages would name files that users do not know.
  void look_for_toolkit() const {
    std::vector<std::filesystem::path> parts{toolkit_.include() / "cuda_runtime.h"};
    if (options_.action == Options::Action::link || options_.action == Options::Action::shared_library)
      parts.insert(parts.end(), {toolkit_.libraries_code(), toolkit_.engine(options_.flavour)});
    for (const std::filesystem::path& part : parts) {
      std::error_code ignored;
      if (!std::filesystem::exists(part, ignored))
        throw CannotRun("the toolkit is not complete, " + part.string() + " is missing: build it again");
    }
  }

  void plan() {
    for (const Input& input : options_.inputs) {
      if (input.kind == Input::Kind::linked) {
        linked_.push_back(input.name);
        continue;
      }
      linked_.push_back(object_name(input.name));
      translations_.push_back(std::make_unique<Translation>(input, linked_.back(), commands_));
    }
    plan_syntax_pass();
  }

  /// The pass runs once for each file, not again for the counted flavour.
  void plan_syntax_pass() {
    clang_ = options_.flavour == Flavour::fast && options_.syntax_pass && !only_rewrites() ? find_clang()
                                                                                           : std::nullopt;
    for (const auto& translation : translations_) {
      if (clang_ && translation->source().kind == Input::Kind::cuda)
        looked_at_.push_back({translation.get(), std::make_unique<UnnamedFile>()});
    }
  }

  /// True if the objects are only an intermediate step.
  bool combines() const {
    return options_.action != Options::Action::compile && options_.action != Options::Action::rewrite;
  }

  std::string object_name(const std::string& source) const {
    const std::string stem = std::filesystem::path(source).stem().string();
    if (combines()) return folder_.path() / (std::to_string(linked_.size()) + "-" + stem + ".o");
    if (!options_.output.empty()) return options_.output;
    return std::filesystem::path(options_.output_folder) / (stem + ".o");
  }

  /// Runs up to `jobs` chains of commands at a time until all have ended.
  void translate() {
    std::size_t next = 0;
    const auto left = [&] { return next < translations_.size() + looked_at_.size(); };
    while (left() || !running_.empty()) {
      for (; running_.size() < jobs && left(); ++next) {
        if (next < translations_.size())
          start(*translations_[next], translations_[next]->first());
        else
          look_at(looked_at_[next - translations_.size()]);
      }
      const Children::Ended ended = children_.wait();
      Translation* translation = running_.at(ended.pid);
      running_.erase(ended.pid);
      if (!translation) continue;
      const auto step = translation->after(ended.exit_code);
      if (translation->failed()) stop_looking();
      if (step && (translation->preprocesses() || !only_rewrites())) start(*translation, *step);
    }
  }

  struct LookedAt {
    const Translation* translation;
    std::unique_ptr<UnnamedFile> words;
  };
  void look_at(const LookedAt& file) {
    const CommandLine command = syntax_pass(*clang_, options_, toolkit_, file.translation->source().name);
    running_[start(command, {-1, -1, file.words->descriptor()})] = nullptr;
  }

  /// If each side has its own text, calls by the host are judged in the host's text.
  std::string about_sides(const LookedAt& file) {
    const std::string words = file.words->read();
    if (!file.translation->has_two_sides() || wrong_sides(words, Callers::host).empty())
      return wrong_sides(words);
    const UnnamedFile hosts;
    start(syntax_pass(*clang_, options_, toolkit_, file.translation->source().name, SeenBy::host),
          {-1, -1, hosts.descriptor()});
    children_.wait();
    return wrong_sides(words, Callers::device) + wrong_sides(hosts.read(), Callers::host);
  }

  /// Called if a compiler has errors, so that they are printed at once.
  void stop_looking() {
    for (auto entry = running_.begin(); entry != running_.end();) {
      if (!entry->second) children_.end(entry->first);
      entry = entry->second ? std::next(entry) : running_.erase(entry);
    }
    looked_at_.clear();
  }

  bool only_rewrites() const { return options_.action == Options::Action::rewrite; }

  void start(Translation& translation, const Translation::Step& step) {
    running_[start(step.command, step.descriptors)] = &translation;
  }

  pid_t start(const CommandLine& command, const Descriptors& descriptors) {
    if (options_.prints_commands) messages_ << shown(command) << std::endl;
    return children_.start(options_.dry_run ? CommandLine{"true"} : command, descriptors);
  }

  std::string program_name(const char* otherwise) const {
    return options_.output.empty() ? otherwise : options_.output;
  }

  /// matrix.cu -> matrix.fatbin
  std::string module_name() const {
    const std::filesystem::path first = options_.inputs.front().name;
    return std::filesystem::path(options_.output_folder) / (first.stem().string() + options_.module_suffix);
  }

  Status combine() {
    switch (options_.action) {
      case Options::Action::link:
        return finish(commands_.link(linked_, program_name("a.out")));
      case Options::Action::shared_library:
        return finish(commands_.link(linked_, program_name("a.so")));
      case Options::Action::module:
        return finish(commands_.link(linked_, program_name(module_name().c_str())));
      case Options::Action::archive:
        return finish(commands_.archive(linked_, program_name("a.a")));
      case Options::Action::device_link:
        return finish(commands_.empty_object(program_name("a_dlink.o")));
      default:
        return Status::compiled;
    }
  }

  Status finish(const CommandLine& command) {
    const UnnamedFile words;
    start(command, {-1, words.descriptor(), words.descriptor()});
    const int exit_code = children_.wait().exit_code;
    const std::string said = words.read();
    messages_ << (exit_code != 0 && said.empty() ? silent_failure("the program", exit_code) : said)
              << std::flush;
    return exit_code == 0 ? Status::compiled : Status::source_has_errors;
  }

  const Options& options_;
  const Toolkit& toolkit_;
  const Commands commands_;
  std::ostream& output_;
  std::ostream& messages_;
  TemporaryFolder folder_;
  std::vector<std::string> linked_;
  std::vector<std::unique_ptr<Translation>> translations_;
  std::optional<std::string> clang_;
  std::vector<LookedAt> looked_at_;        ///< by clang, with its messages in these files
  std::map<pid_t, Translation*> running_;  ///< null for clang
  Children children_;                      ///< last, so that its children end before the files that they use
};

}  // namespace

Status build(const Options& options, const Toolkit& toolkit, const CommandLine& compiler, bool colour,
             std::ostream& output, std::ostream& messages) {
  return Build(options, toolkit, compiler, colour, output, messages).run();
}

}  // namespace gridmark::driver
