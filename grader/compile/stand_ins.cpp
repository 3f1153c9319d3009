#include "grader/compile/stand_ins.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/compile/function_text.h"
#include "grader/compile/sources.h"
#include "grader/system/files.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_source_bytes = std::int64_t{1} << 20;  // the limit of stage()

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "Net" for Net::forward, as tests name a class.
std::vector<std::string> defined_names(const fs::path& file) {
  std::vector<std::string> names;
  const auto text = system::read_file(file, most_source_bytes);
  if (!text) return names;
  for (const FunctionText& function : functions_in(*text))
    if (function.defined) names.push_back(function.name.substr(0, function.name.find("::")));
  return names;
}

/// The line after the first "error: " that contains `part`.
std::string complaint_with(const std::string& messages, const std::string& part) {
  constexpr std::string_view mark = "error: ";
  for (std::size_t at = messages.find(mark); at != messages.npos; at = messages.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    const std::string line = messages.substr(begin, messages.find('\n', begin) - begin);
    if (line.find(part) != line.npos) return line;
  }
  return "";
}

class Builder {
 public:
  Builder(const Lab& lab, const Submission& submission, Device device, const std::vector<Flavour>& flavours,
          const system::ProgramPaths& paths, const fs::path& output, system::Sandbox& sandbox,
          const KeptObjects* kept)
      : lab_(lab),
        submission_(submission),
        device_(device),
        flavours_(flavours),
        paths_(paths),
        output_(output),
        sandbox_(sandbox),
        kept_(kept) {}

  Result<BuiltSubmission> run() {
    auto builds = TRY(build(submission_, output_));
    BuiltSubmission asis{std::move(builds), submission_, {}, {}};
    if (!may_help(asis.builds)) return asis;
    TRY(find_broken(asis.builds));
    if (!useful()) return asis;
    BuiltSubmission helped = TRY(build_helped());
    const bool good = std::all_of(helped.builds.begin(), helped.builds.end(),
                                  [](const Build& one) { return one.outcome == Outcome::passed; });
    return good ? std::move(helped) : std::move(asis);
  }

 private:
  Result<std::vector<Build>> build(const Submission& submission, const fs::path& output) {
    return build_all(lab_, submission, device_, flavours_, paths_, output, sandbox_, kept_);
  }

  /// A file that compiles in one flavour keeps the points of that flavour.
  static bool may_help(const std::vector<Build>& builds) {
    return std::all_of(builds.begin(), builds.end(), [](const Build& build) {
      return build.outcome == Outcome::build_failed || build.outcome == Outcome::missing;
    });
  }

  Result<void> find_broken(const std::vector<Build>& builds) {
    for (const std::string& file : submission_.missing) add(file, Outcome::missing, "is missing", {});
    for (const std::string& source : source_words(submission_.files)) TRY(look_at(source));
    if (stand_ins_.empty())
      for (const Build& build : builds)
        for (const std::string& function : build.undefined) look_for(function, build);
    return {};
  }

  /// Compiles the source in each flavour that failed, because a file may check its flavour.
  Result<void> look_at(const std::string& source) {
    for (const Flavour flavour : flavours_) {
      const Device on = flavour == Flavour::counted ? Device::emulated : device_;
      const Build alone =
          TRY(compile_file(lab_, submission_, on, flavour, paths_, output_ / "alone", sandbox_, source));
      if (alone.outcome == Outcome::passed) continue;
      hopeless_ = hopeless_ || alone.outcome != Outcome::build_failed;
      messages_ += alone.messages;
      add(source, alone.outcome, "does not compile: " + complaint_with(alone.messages, ""), alone.place,
          alone.fixes);
      break;
    }
    return {};
  }

  /// Finds the file that should define the function that the linker did not find.
  void look_for(const std::string& function, const Build& build) {
    const std::string name = function.substr(0, function.find("::"));
    for (const std::string& file : source_words(lab_.files)) {
      if (!holds(defined_names(lab_.starter / file), name)) continue;
      if (messages_.empty()) messages_ = build.messages;
      const std::string complaint = complaint_with(build.messages, function);
      std::optional<Place> place = build.place;
      if (place && place->file != file) place.reset();
      add(file, Outcome::build_failed, "lacks a function: " + complaint, place,
          place ? build.fixes : std::vector<Fix>{});
    }
  }

  void add(const std::string& file, Outcome outcome, std::string reason, std::optional<Place> place,
           std::vector<Fix> fixes = {}) {
    for (const StandIn& known : stand_ins_)
      if (known.file == file) return;
    if (!fs::exists(lab_.starter / file)) {
      hopeless_ = true;
      return;
    }
    stand_ins_.push_back({file, outcome, std::move(reason), std::move(place),
                          defined_names(lab_.starter / file), std::move(fixes)});
  }

  /// Whether at least one of the student's files is left to test.
  bool useful() const {
    std::size_t replaced = 0;
    for (const StandIn& one : stand_ins_) replaced += source_words({one.file}).size();
    return !hopeless_ && !stand_ins_.empty() && replaced < source_words(lab_.files).size();
  }

  Result<BuiltSubmission> build_helped() {
    BuiltSubmission helped{{}, TRY(with_starters_files()), stand_ins_, functions_of_others()};
    const fs::path output = output_ / "stood_in";
    std::error_code ignored;
    fs::create_directories(output, ignored);
    helped.builds = TRY(build(helped.submission, output));
    for (Build& one : helped.builds) one.messages = messages_;
    return helped;
  }

  Result<Submission> with_starters_files() const {
    Submission mixed = submission_;
    mixed.staged = output_ / "mixed";
    mixed.files.clear(), mixed.missing.clear();
    for (const std::string& name : lab_.files) {
      const bool stands_in = std::any_of(stand_ins_.begin(), stand_ins_.end(),
                                         [&](const StandIn& one) { return one.file == name; });
      const fs::path from = stands_in ? lab_.starter : submission_.staged;
      const std::string text = TRY(system::read_file(from / name, most_source_bytes));
      TRY(system::write_bytes(mixed.staged / name, text));
      mixed.files.push_back(name);
    }
    open_to_all(mixed.staged);
    return mixed;
  }

  /// Makes files readable, because the sandbox's user is another one.
  static void open_to_all(const fs::path& folder) {
    std::error_code ignored;
    const auto reading = fs::perms::group_read | fs::perms::others_read;
    const auto entering = fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(folder, reading | entering, fs::perm_options::add, ignored);
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
      fs::permissions(entry.path(), entry.is_directory(ignored) ? reading | entering : reading,
                      fs::perm_options::add, ignored);
  }

  std::vector<std::string> functions_of_others() const {
    std::vector<std::string> names;
    for (const std::string& file : lab_.files) {
      if (std::any_of(stand_ins_.begin(), stand_ins_.end(),
                      [&](const StandIn& one) { return one.file == file; }))
        continue;
      for (std::string& name : defined_names(lab_.starter / file)) names.push_back(std::move(name));
    }
    return names;
  }

  const Lab& lab_;
  const Submission& submission_;
  Device device_;
  const std::vector<Flavour>& flavours_;
  const system::ProgramPaths& paths_;
  const fs::path& output_;
  system::Sandbox& sandbox_;
  const KeptObjects* kept_;
  std::vector<StandIn> stand_ins_;
  std::string messages_;  ///< the compiler's messages about the replaced files
  bool hopeless_ = false;
};

}  // namespace

Result<BuiltSubmission> build_with_stand_ins(const Lab& lab, const Submission& submission, Device device,
                                             const std::vector<Flavour>& flavours,
                                             const system::ProgramPaths& paths, const fs::path& output,
                                             system::Sandbox& sandbox, const KeptObjects* kept) {
  return Builder(lab, submission, device, flavours, paths, output, sandbox, kept).run();
}

}  // namespace gridmark::compile
