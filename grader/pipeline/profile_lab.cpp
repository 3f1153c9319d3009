#include "grader/pipeline/profile_lab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/nearest.h"
#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/core/test_pattern.h"
#include "grader/measure/call_profiles.h"
#include "grader/measure/measure.h"
#include "grader/pipeline/run_tests.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_profiled_bytes = std::int64_t{1} << 20;

/// One profile while it is made.
class Profiling {
 public:
  Profiling(const ProfileRequest& request, const Context& context, system::TempFolder folder)
      : request_(request), context_(context), folder_(std::move(folder)) {}

  Result<LabProfile> run() {
    profile_.reference = TRY(measure::read_reference(reference_file(request_.lab)));
    TRY(choose());
    submission_ = TRY(compile::stage(request_.lab, request_.submission, folder_.path() / "submission"));
    TRY(build_worker());
    TRY(measure_calls());
    TRY(keep_wanted());
    return std::move(profile_);
  }

 private:
  /// True for an operation with stored counts. It takes precedence over a rubric item with the same name.
  bool is_kept_operation(const std::string& name) const {
    return std::any_of(profile_.reference.begin(), profile_.reference.end(),
                       [&](const CallProfile& call) { return call.operation == name; });
  }

  /// The tests that `wanted` names. If it names none, it can be an operation, which any test can call.
  Result<void> choose() {
    const auto all = TRY(tests_of(request_.lab, request_.rubric, false, context_.paths, context_.stop));
    if (!request_.wanted.empty()) {
      const auto named = chosen_tests(all, request_.rubric, {.wanted = {request_.wanted}});
      if (named && !is_kept_operation(request_.wanted)) {
        tests_ = *named;
        return {};
      }
      operation_ = request_.wanted;
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(tests_),
                 [](const TestEntry& test) { return test.counted; });
    if (tests_.empty()) tests_ = all;
    return {};
  }

  Result<void> build_worker() {
    tell("compiling your files, counted");
    const fs::path output = folder_.path() / "workers";
    fs::create_directory(output);
    system::LauncherSandbox sandbox(context_.paths.sandbox(), request_.trust, context_.stop);
    const compile::KeptObjects kept = compile::KeptObjects::of_user(request_.lab.name);
    build_ = TRY(compile::build(request_.lab, submission_, Device::emulated, Flavour::counted, context_.paths,
                                output, sandbox, &kept));
    describe_run();
    return {};
  }

  void describe_run() {
    TestRun& run = profile_.run;
    run.lab = request_.lab.name;
    run.title = request_.lab.title;
    run.submission = submission_.origin;
    run.missing = submission_.missing;
    run.builds = {
        {build_.device, build_.flavour, build_.outcome, build_.messages, build_.place, build_.seconds}};
    for (const std::string& file : submission_.files)
      if (const auto text = system::read_file(submission_.staged / file, most_profiled_bytes))
        run.sources[file] = *text;
    add_tensor_kit(run.sources);
  }

  /// Adds the tensor kit's sources, because students have them and can read its kernels.
  void add_tensor_kit(std::map<std::string, std::string>& sources) const {
    const fs::path kit = fs::path("labkit") / "tensor";
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(context_.paths.source / kit, none))
      if (const fs::path name = entry.path().filename(); name.extension() == ".cu")
        if (const auto text = system::read_file(entry.path(), most_profiled_bytes))
          sources[kit / name] = *text;
  }

  Result<void> measure_calls() {
    if (build_.outcome != Outcome::passed) return {};
    std::vector<std::string> names;
    for (const TestEntry& test : tests_) names.push_back(test.name);
    measure::MeasureRequest request{.lab = request_.lab,
                                    .workers = {build_},
                                    .test_filter = fmt::format("{}", fmt::join(names, ":")),
                                    .trust = request_.trust,
                                    .folder = folder_.path()};
    request.checker = context_.paths.announced_checker(request_.lab.name);
    request.seed = request_.seed;
    request.profile = folder_.path() / "calls.jsonl";
    tell("counting");
    const auto progress = [&](int done, int total) {
      tell(total == 0 ? "counting" : fmt::format("counting: {} of {} tests", done, total));
    };
    profile_.run.tests = TRY(measure::measure(request, context_.paths, context_.stop, progress)).tests;
    profile_.calls = TRY(measure::read_call_profiles(request.profile));
    name_as_in_course(profile_.calls);
    return {};
  }

  /// The lab's kernels are compiled under /gridmark.
  static void name_as_in_course(std::vector<CallProfile>& calls) {
    const std::string course = "/gridmark/";
    for (CallProfile& call : calls)
      for (LineCounts& line : call.lines)
        if (line.place.file.starts_with(course)) line.place.file.erase(0, course.size());
  }

  Result<void> keep_wanted() {
    if (operation_.empty() || build_.outcome != Outcome::passed) return {};
    std::set<std::string> there;
    for (const CallProfile& call : profile_.calls) there.insert(call.operation);
    for (const CallProfile& call : profile_.reference) there.insert(call.operation);
    for (const TestEntry& test : tests_) there.insert(test.name);
    std::erase_if(profile_.calls,
                  [&](const CallProfile& call) { return !matches(operation_, call.operation); });
    if (!profile_.calls.empty() || there.contains(operation_)) return {};
    const std::vector<std::string> names(there.begin(), there.end());
    return failure(
        Error::Source::usage, request_.lab.name,
        fmt::format("found \"{0}\", which names neither a test nor a function that the counted tests call "
                    "(gridmark test {1} --list prints the tests. Name one to see its calls){2}",
                    operation_, request_.lab.name, suggestion(operation_, names)));
  }

  void tell(const std::string& step) const {
    if (context_.progress) context_.progress(step);
  }

  const ProfileRequest& request_;
  const Context& context_;
  system::TempFolder folder_;
  std::vector<TestEntry> tests_;
  std::string operation_;
  Submission submission_;
  Build build_;
  LabProfile profile_;
};

/// Compares only memory traffic. Arithmetic can depend on the values, for example where a running maximum
/// changes. For it the first run's counts are kept.
bool same_traffic(const CallProfile& a, const CallProfile& b) {
  return a.call == b.call && a.counts.launches == b.counts.launches && a.counts.loads == b.counts.loads &&
         a.counts.stores == b.counts.stores && a.counts.shared == b.counts.shared;
}

/// The calls that both lists have, each once, sorted by name.
std::vector<CallProfile> in_both(const std::vector<CallProfile>& calls,
                                 const std::vector<CallProfile>& others) {
  std::vector<CallProfile> kept;
  for (const CallProfile& call : calls) {
    const auto same = [&](const CallProfile& other) { return same_traffic(call, other); };
    if (std::any_of(others.begin(), others.end(), same) && std::none_of(kept.begin(), kept.end(), same))
      kept.push_back(call);
  }
  const auto by_name = [](const CallProfile& a, const CallProfile& b) { return a.call < b.call; };
  std::stable_sort(kept.begin(), kept.end(), by_name);
  return kept;
}

}  // namespace

fs::path reference_file(const Lab& lab) { return lab.folder / "reference.json"; }

Result<LabProfile> profile_lab(const ProfileRequest& request, const Context& context) {
  return Profiling(request, context, TRY(system::TempFolder::make())).run();
}

Result<std::vector<CallProfile>> reference_calls(const ProfileRequest& request, const Context& context) {
  std::vector<LabProfile> runs;
  for (const char* seed : {"1", "2"}) {  // each seed gives different inputs and shapes
    ProfileRequest seeded = request;
    seeded.seed = seed;
    auto run = TRY(profile_lab(seeded, context));
    for (const TestResult& test : run.run.tests)
      if (test.outcome != Outcome::passed)
        return failure(Error::Source::lab, request.submission.string(),
                       fmt::format("fails {}: {}", test.name, test.reason));
    if (run.run.tests.empty())
      return failure(Error::Source::lab, request.submission.string(), "cannot be built, or has no tests");
    runs.push_back(std::move(run));
  }
  return in_both(runs[0].calls, runs[1].calls);
}

}  // namespace gridmark::pipeline
