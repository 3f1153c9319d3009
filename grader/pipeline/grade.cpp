#include "grader/pipeline/grade.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/measure/measure.h"
#include "grader/score/score.h"
#include "grader/score/selection.h"
#include "grader/system/temp_folder.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

/// One grade on its way: what the steps hand to each other.
class Grading {
 public:
  Grading(const GradeRequest& request, const Surroundings& world, std::vector<std::string> asked,
          TempFolder folder)
      : request_(request), world_(world), asked_(std::move(asked)), folder_(std::move(folder)) {}

  Result<GradeRecord> run() {
    started_ = world_.clock.utc_now();
    begin_ = world_.clock.steady_seconds();
    tell("staging");
    return stage(request_.lab, request_.submission, folder_.path() / "submission")
        .and_then([&](Submission staged) { return build_workers(std::move(staged)); })
        .and_then([&](std::vector<Build> builds) { return measure_workers(std::move(builds)); })
        .and_then([&](const CheckerResults& seen) { return score_all(seen); });
  }

 private:
  Result<std::vector<Build>> build_workers(Submission staged) {
    submission_ = std::move(staged);
    const std::vector<Flavour> flavours = flavours_needed(request_.rubric, request_.device, asked_);
    tell("compiling your files");
    const fs::path output = folder_.path() / "workers";
    fs::create_directory(output);
    LauncherSandbox sandbox(world_.paths.sandbox(), request_.trust, world_.stop);
    return build_all(request_.lab, submission_, request_.device, flavours, world_.paths, output, sandbox);
  }

  Result<CheckerResults> measure_workers(std::vector<Build> builds) {
    builds_ = std::move(builds);
    std::vector<Build> passed;
    std::copy_if(builds_.begin(), builds_.end(), std::back_inserter(passed),
                 [](const Build& build) { return build.outcome == Outcome::passed; });
    const std::string filter = runnable_filter(passed);
    if (filter.empty()) return CheckerResults{};
    tell("testing");
    return measure({request_.lab, request_.device, std::move(passed), filter, request_.trust, folder_.path()},
                   world_.paths, world_.stop, [&](int done, int total) {
                     tell(total == 0 ? "testing" : fmt::format("testing: {} of {}", done, total));
                   });
  }

  /// The tests whose workers were built: none without the fast flavour.
  std::string runnable_filter(const std::vector<Build>& passed) const {
    std::vector<Flavour> built;
    for (const Build& build : passed) built.push_back(build.flavour);
    const bool any = std::find(built.begin(), built.end(), Flavour::fast) != built.end();
    return any ? test_filter(request_.rubric, request_.device, asked_, built) : "";
  }

  Result<GradeRecord> score_all(const CheckerResults& seen) {
    RunFacts facts{GRIDMARK_VERSION,
                   request_.device,
                   sandbox_words(seen.sandbox),
                   started_,
                   world_.clock.steady_seconds() - begin_,
                   asked_};
    return score(request_.lab, request_.rubric, submission_, builds_, seen, facts);
  }

  std::string sandbox_words(const std::string& mode) const {
    if (mode.empty()) return "not used: nothing was run";
    if (mode.starts_with("none")) return mode + " (the submission was trusted)";
    return mode.starts_with("landlock") ? mode + " (reduced isolation)" : mode;
  }

  void tell(const std::string& step) const {
    if (world_.progress) world_.progress(step);
  }

  const GradeRequest& request_;
  const Surroundings& world_;
  std::vector<std::string> asked_;
  TempFolder folder_;
  std::string started_;
  double begin_ = 0;
  Submission submission_;
  std::vector<Build> builds_;
};

}  // namespace

Result<GradeRecord> grade(const GradeRequest& request, const Surroundings& world) {
  return asked_items(request.rubric, request.device, {request.only, request.quick})
      .and_then([&](const std::vector<std::string>& asked) {
        return TempFolder::make().and_then(
            [&](TempFolder folder) { return Grading(request, world, asked, std::move(folder)).run(); });
      });
}

}  // namespace gridmark
