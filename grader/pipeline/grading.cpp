#include "grader/pipeline/grading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/core/record_places.h"
#include "grader/core/taken_names.h"
#include "grader/measure/measure.h"
#include "grader/measure/probe_cuda.h"
#include "grader/pipeline/hold_gpu.h"
#include "grader/pipeline/lab_fingerprint.h"
#include "grader/pipeline/lab_tests.h"
#include "grader/pipeline/second_look.h"
#include "grader/pipeline/stand_in_reasons.h"
#include "grader/score/score.h"
#include "grader/score/selection.h"
#include "grader/system/files.h"
#include "grader/system/machine_identity.h"
#include "grader/written/check.h"

namespace gridmark::pipeline {

namespace fs = std::filesystem;

Result<Grading> Grading::prepare(const GradeRequest& request, const Context& context) {
  const auto asked = TRY(score::asked_items(request.rubric, request.device, {request.only, request.quick}));
  const ClaimSources claims = TRY(score::claim_sources(request.lab, request.rubric, request.device, asked));
  system::TempFolder folder = TRY(system::TempFolder::make());
  Grading grading(request, context, asked, claims, std::move(folder));
  TRY(grading.stage_and_build());
  return grading;
}

Grading::Grading(const GradeRequest& request, const Context& context, std::vector<std::string> asked,
                 ClaimSources claims, system::TempFolder folder)
    : request_(&request),
      context_(&context),
      asked_(std::move(asked)),
      claims_(std::move(claims)),
      folder_(std::move(folder)) {
  started_ = context.clock.utc_now();
  begin_ = context.clock.steady_seconds();
}

Result<void> Grading::stage_and_build() {
  tell("staging");
  submission_ = TRY(compile::stage(request_->lab, request_->submission, folder_.path() / "submission"));
  lab_fingerprint_ = TRY(lab_fingerprint(request_->lab));
  forget_missing_data();
  const std::vector<Flavour> flavours =
      score::flavours_needed(request_->rubric, request_->device, asked_, claims_);
  tell("compiling your files");
  const fs::path output = folder_.path() / "workers";
  fs::create_directory(output);
  system::LauncherSandbox sandbox(context_->paths.sandbox(), request_->trust, context_->stop);
  built_ = TRY(compile::build_with_stand_ins(request_->lab, submission_, request_->device, flavours,
                                             context_->paths, output, sandbox, request_->kept));
  builds_ = built_.builds;
  add_stand_ins(built_.stand_ins, submission_.ignored);
  look_at_machine();
  return {};
}

/// Data of a plot that was not handed in is compared with nothing, so no test must run for it.
void Grading::forget_missing_data() {
  if (!request_->lab.report) return;
  for (const RequiredPlot& plot : request_->lab.report->plots)
    if (!submission_.results.contains(plot.data)) claims_.erase(plot.data);
}

/// Measures the machine baseline before anything is timed, because times need it for comparison. It describes
/// the emulated device. Next to times of another device it would mislead.
void Grading::look_at_machine() {
  const bool runs = std::any_of(builds_.begin(), builds_.end(),
                                [](const Build& build) { return build.outcome == Outcome::passed; });
  const bool emulated = request_->device == Device::emulated;
  if (!runs || !emulated || !any_timed(request_->rubric, request_->device, asked_)) return;
  tell("measuring the speed of this machine");
  baseline_ = baseline_of_this_machine(context_->paths, context_->stop, context_->clock);
}

Result<CheckerResults> Grading::measure(const std::string& replacement) const {
  std::vector<Build> passed;
  std::copy_if(builds_.begin(), builds_.end(), std::back_inserter(passed),
               [](const Build& build) { return build.outcome == Outcome::passed; });
  const std::string filter = runnable_filter(passed);
  if (filter.empty()) return CheckerResults{};
  auto seen = run_checker(std::move(passed), filter, replacement, "testing");
  if (seen) blame_stand_ins(*seen, built_);
  if (seen) forget_other_places(*seen, submission_);
  if (seen) mark_visibility(seen->tests, request_->lab, context_->paths, context_->stop);
  if (seen && baseline_ && !baseline_->kept && seen->deferred.empty()) measure::keep_baseline(*baseline_);
  return seen;
}

Result<CheckerResults> Grading::run_checker(std::vector<Build> workers, const std::string& filter,
                                            const std::string& replacement, const std::string& step) const {
  tell(step);
  const auto lease = hold_gpus(request_->gpus, "grade " + request_->lab.name, context_->stop,
                               [&](const std::string& words) { tell(words); });
  if (!lease) return tl::unexpected(lease.error());
  auto results = TRY(system::TempFolder::make());
  measure::MeasureRequest asking{request_->lab, request_->device, std::move(workers),
                                 filter,        request_->trust,  results.path()};
  asking.sources = submission_.staged;
  asking.paired_timings = &request_->rubric;
  asking.tolerance = request_->tolerance;
  asking.replacement = replacement;
  const auto progress = [&](int done, int total) {
    tell(total == 0 ? step : fmt::format("{}: {} of {}", step, done, total));
  };
  return unless_gpu_failed(TRY(measure::measure(asking, context_->paths, context_->stop, progress)));
}

/// For the worker, a crash of the submission and a lost GPU look the same. The driver knows the difference.
Result<CheckerResults> Grading::unless_gpu_failed(CheckerResults seen) const {
  const bool crashed = std::any_of(seen.tests.begin(), seen.tests.end(),
                                   [](const TestResult& test) { return test.outcome == Outcome::crashed; });
  if (request_->device != Device::cuda || !crashed) return seen;
  const CudaMachine machine = measure::probe_driver(context_->paths, context_->stop);
  if (machine.problem.empty()) return seen;
  return failure(Error::Source::toolchain, "the GPU",
                 "failed while the submission ran, so nothing was graded: " + machine.problem);
}

Result<CheckerResults> Grading::explained(CheckerResults seen) const {
  const std::vector<std::string> names = unexplained(seen.tests, submission_);
  if (names.empty() || builds_.size() != 1) return seen;
  tell("compiling your files, counted");
  const fs::path output = folder_.path() / "second_look";
  fs::create_directory(output);
  system::LauncherSandbox sandbox(context_->paths.sandbox(), request_->trust, context_->stop);
  const auto counted =
      TRY(compile::build_all(request_->lab, built_.submission, request_->device, {Flavour::counted},
                             context_->paths, output, sandbox, request_->kept));
  if (counted.front().outcome != Outcome::passed) return seen;
  std::vector<Build> workers = builds_;
  workers.insert(workers.end(), counted.begin(), counted.end());
  auto again = TRY(run_checker(std::move(workers), fmt::format("{}", fmt::join(names, ":")), "",
                               "looking for the reason"));
  blame_stand_ins(again, built_);
  take_over(seen.tests, again.tests, submission_);
  return seen;
}

/// The tests whose workers were built. Empty without the fast flavour.
std::string Grading::runnable_filter(const std::vector<Build>& passed) const {
  std::vector<Flavour> built;
  for (const Build& build : passed) built.push_back(build.flavour);
  const bool any = std::find(built.begin(), built.end(), Flavour::fast) != built.end();
  return any ? score::test_filter(request_->rubric, request_->device, asked_, built, claims_) : "";
}

Result<GradeRecord> Grading::score(const CheckerResults& seen) const {
  const score::RunFacts facts{GRIDMARK_VERSION,
                              request_->device,
                              sandbox_words(seen.sandbox),
                              started_,
                              context_->clock.steady_seconds() - begin_,
                              asked_,
                              {},
                              check_report(seen),
                              request_->manual,
                              {submission_.fingerprint, lab_fingerprint_, request_->rubric.fingerprint},
                              {this_run(seen)}};
  GradeRecord record = TRY(score::score(request_->lab, request_->rubric, submission_, builds_, seen, facts));
  record.excerpts = excerpts_of(record);
  return record;
}

/// Excerpts around every place that this record, or a later score of it, can name.
std::vector<SourceLines> Grading::excerpts_of(const GradeRecord& record) const {
  std::map<std::string, std::string> sources;
  if (submission_.report) sources[report_name] = *submission_.report;
  for (const std::string& file : submission_.files)
    if (const auto text = system::read_file(submission_.staged / file, std::int64_t{16} << 20))
      sources[file] = *text;
  return lines_around(places_of(record), sources, lines_beside_a_place);
}

GradeRun Grading::this_run(const CheckerResults& seen) const {
  GradeRun run{started_,
               request_->device,
               sandbox_words(seen.sandbox),
               system::host_name(),
               system::machine_digits(),
               request_->tolerance};
  run.gpu = request_->gpu_words;
  if (baseline_) run.baseline = baseline_->baseline;
  return run;
}

std::optional<WrittenFindings> Grading::check_report(const CheckerResults& seen) const {
  if (!request_->lab.report) return std::nullopt;
  return written::check(*request_->lab.report, submission_,
                        {seen.tests, seen.measurements, request_->device, claims_, seen.plots});
}

std::string Grading::sandbox_words(const std::string& mode) const {
  if (mode.empty()) return "not used: nothing was run";
  if (mode.starts_with("none")) return mode + " (the submission was trusted)";
  return mode.starts_with("landlock") ? mode + " (reduced isolation)" : mode;
}

void Grading::tell(const std::string& step) const {
  if (context_->progress) context_->progress(step);
}

}  // namespace gridmark::pipeline
