#include "grader/pipeline/run_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/compile/stand_ins.h"
#include "grader/core/test_pattern.h"
#include "grader/measure/measure.h"
#include "grader/pipeline/hold_gpu.h"
#include "grader/pipeline/second_look.h"
#include "grader/pipeline/stand_in_reasons.h"
#include "grader/score/selection.h"
#include "grader/score/test_summary.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_tested_bytes = std::int64_t{1} << 20;  // as in stage()

/// One turn of the loop, with the values that its steps share.
class Turn {
 public:
  Turn(const TestRequest& request, const Context& context, system::TempFolder folder)
      : request_(request), context_(context), folder_(std::move(folder)) {}

  Result<TestRun> run() {
    const double begin = context_.clock.steady_seconds();
    TRY(choose());
    submission_ = TRY(compile::stage(request_.lab, request_.submission, folder_.path() / "submission"));
    TRY(build_workers());
    TRY(test());
    TRY(look_for_reasons());
    finish(begin);
    return std::move(run_);
  }

 private:
  Result<void> choose() {
    tell("looking at the tests");
    const auto all =
        TRY(tests_of(request_.lab, request_.rubric, request_.choice.hidden, context_.paths, context_.stop));
    chosen_ = TRY(chosen_tests(all, request_.rubric, request_.choice));
    if (request_.choice.wanted.empty()) run_.left_out = all.size() - chosen_.size();
    return {};
  }

  Result<void> build_workers() {
    const bool counted =
        std::any_of(chosen_.begin(), chosen_.end(), [](const TestEntry& test) { return test.counted; });
    std::vector<Flavour> flavours{Flavour::fast};
    if (counted) flavours.push_back(Flavour::counted);
    return build(flavours);
  }

  Result<void> build(const std::vector<Flavour>& flavours) {
    tell("compiling your files");
    const fs::path output = folder_.path() / "workers";
    fs::create_directory(output);
    system::LauncherSandbox sandbox(context_.paths.sandbox(), request_.trust, context_.stop);
    const compile::KeptObjects kept = compile::KeptObjects::of_user(request_.lab.name);
    built_ = TRY(compile::build_with_stand_ins(request_.lab, submission_, request_.device, flavours,
                                               context_.paths, output, sandbox, &kept));
    builds_ = built_.builds;
    return {};
  }

  /// Builds the counted flavour of the files that were tested first.
  Result<void> build_counted() {
    tell("compiling your files, counted");
    const fs::path output = folder_.path() / "second_look";
    fs::create_directory(output);
    system::LauncherSandbox sandbox(context_.paths.sandbox(), request_.trust, context_.stop);
    const compile::KeptObjects kept = compile::KeptObjects::of_user(request_.lab.name);
    const auto counted = TRY(compile::build_all(request_.lab, built_.submission, request_.device,
                                                {Flavour::counted}, context_.paths, output, sandbox, &kept));
    builds_.insert(builds_.end(), counted.begin(), counted.end());
    return {};
  }

  bool all_built() const {
    return std::all_of(builds_.begin(), builds_.end(),
                       [](const Build& build) { return build.outcome == Outcome::passed; });
  }

  Result<void> test() {
    if (!all_built()) return {};
    std::vector<std::string> names;
    for (const TestEntry& test : chosen_) names.push_back(test.name);
    auto seen = TRY(run_checker(names, "testing"));
    blame_stand_ins(seen, built_);
    run_.tests = seen.tests;
    run_.measurements = seen.measurements;
    return {};
  }

  Result<CheckerResults> run_checker(const std::vector<std::string>& names, const std::string& step) {
    tell(step);
    const auto lease = hold_gpus(request_.gpus, "test " + request_.lab.name, context_.stop,
                                 [&](const std::string& words) { tell(words); });
    if (!lease) return tl::unexpected(lease.error());
    measure::MeasureRequest request{.lab = request_.lab,
                                    .device = request_.device,
                                    .workers = builds_,
                                    .test_filter = fmt::format("{}", fmt::join(names, ":")),
                                    .trust = request_.trust,
                                    .folder = folder_.path(),
                                    .sources = submission_.staged};
    if (!request_.choice.hidden) request.checker = context_.paths.announced_checker(request_.lab.name);
    return measure::measure(request, context_.paths, context_.stop, [&](int done, int total) {
      tell(total == 0 ? step : fmt::format("{}: {} of {}", step, done, total));
    });
  }

  /// A wrong answer of the fast flavour has no place. The counted flavour can find the race or the access out
  /// of bounds behind it.
  Result<void> look_for_reasons() {
    const std::vector<std::string> names = unexplained(run_.tests, submission_);
    if (names.empty() || builds_.size() > 1) return {};
    TRY(build_counted());
    if (!all_built()) return {};
    auto again = TRY(run_checker(names, "looking for the reason"));
    blame_stand_ins(again, built_);
    take_over(run_.tests, again.tests, submission_);
    return {};
  }

  void finish(double begin) {
    run_.lab = request_.lab.name;
    run_.title = request_.lab.title;
    run_.submission = submission_.origin;
    run_.missing = submission_.missing;
    add_stand_ins(built_.stand_ins, run_.replaced);
    for (const Build& build : builds_)
      run_.builds.push_back(
          {build.device, build.flavour, build.outcome, build.messages, build.place, build.seconds});
    for (Measurement& measurement : run_.measurements) measurement.threshold = limit_of(measurement);
    for (const std::string& file : submission_.files)
      if (const auto text = system::read_file(submission_.staged / file, most_tested_bytes))
        run_.sources[file] = *text;
    find_items_at_stake();
    run_.seconds = context_.clock.steady_seconds() - begin;
  }

  /// The points that failed tests cost, so that the student knows the first thing to fix.
  void find_items_at_stake() {
    for (const Item* item : items_of(request_.rubric)) {
      std::vector<std::string> patterns = score::patterns_of(*item, request_.device);
      std::erase_if(patterns, [&](const std::string& pattern) {
        return std::none_of(run_.tests.begin(), run_.tests.end(),
                            [&](const TestResult& test) { return matches(pattern, test.name); });
      });
      const auto seen = score::summarise_tests(run_.tests, patterns, item->id);
      if (!seen || seen->outcome == Outcome::passed) continue;
      ItemScore lost;
      lost.id = item->id, lost.title = item->title, lost.max_points = item->points;
      lost.outcome = seen->outcome, lost.reason = seen->reason, lost.place = seen->place;
      lost.cause = seen->cause, lost.tests = seen->names;
      run_.items.push_back(std::move(lost));
    }
  }

  std::optional<double> limit_of(const Measurement& measurement) const {
    for (const Item* item : items_of(request_.rubric))
      if (const Target* target = score::target_of(*item, request_.device);
          target && target->measurement == measurement.name)
        return target->curve.knots.front().limit;
    return std::nullopt;
  }

  void tell(const std::string& step) const {
    if (context_.progress) context_.progress(step);
  }

  const TestRequest& request_;
  const Context& context_;
  system::TempFolder folder_;
  std::vector<TestEntry> chosen_;
  Submission submission_;
  compile::BuiltSubmission built_;
  std::vector<Build> builds_;
  TestRun run_;
};

}  // namespace

Result<TestRun> run_tests(const TestRequest& request, const Context& context) {
  return Turn(request, context, TRY(system::TempFolder::make())).run();
}

}  // namespace gridmark::pipeline
