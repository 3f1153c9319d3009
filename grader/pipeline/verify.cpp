#include "grader/pipeline/verify.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "grader/compile/kept_objects.h"
#include "grader/pipeline/apply_fixes.h"
#include "grader/pipeline/grading.h"
#include "grader/pipeline/make_submission.h"
#include "grader/score/advice.h"
#include "grader/score/case_verdict.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// One case while it is graded.
class Verification {
 public:
  Verification(const VerifyRequest& request, const Context& context, const system::TempFolder& folder,
               VerifiedCase& result)
      : request_(request), context_(context), submission_(folder.path() / "submission"), result_(result) {}

  Result<void> run() {
    return make_submission(request_.example, context_.paths, submission_, context_.stop)
        .and_then([&] { return grade_repeatedly(); })
        .map([&] { look_for_leftovers(); });
  }

 private:
  GradeRequest request_of(const fs::path& submission) const {
    GradeRequest request;
    request.lab = request_.lab;
    request.rubric = request_.rubric;
    request.submission = submission;
    request.quick = request_.quick;
    request.device = request_.device;
    request.gpus = request_.gpus;
    request.kept = request_.kept;
    for (const Item* item : items_of(request_.rubric))
      if (!request_.example.left_out.empty() && request_.example.judges(item->id))
        request.only.push_back(item->id);
    return request;
  }

  Result<void> grade_repeatedly() {
    const GradeRequest request = request_of(submission_);
    return Grading::prepare(request, context_).and_then([&](const Grading& grading) {
      return measure_repeatedly(grading);
    });
  }

  /// One build is tested several times with fresh workers and fresh inputs.
  Result<void> measure_repeatedly(const Grading& grading) {
    std::vector<GradeRecord> runs;
    for (int run = 1; run <= request_.repeat; ++run) {
      Result<GradeRecord> record =
          grading.measure().and_then([&](const CheckerResults& seen) { return grading.score(seen); });
      if (!record) return tl::unexpected(record.error());
      runs.push_back(std::move(*record));
    }
    judge(runs.front());
    add(score::differences(runs));
    return try_advice();
  }

  /// Tries each advice of the report alone. With it, its items must earn all their points.
  Result<void> try_advice() {
    for (const auto& [fixes, items] : score::advice_of(result_.explanations)) {
      const fs::path advised = submission_.parent_path() / "advised";
      fs::remove_all(advised);
      fs::copy(submission_, advised, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
      TRY(apply_fixes(fixes, advised));
      const GradeRequest request = request_of(advised);
      const Grading grading = TRY(Grading::prepare(request, context_));
      const CheckerResults seen = TRY(grading.measure());
      add(score::not_repaired(items, TRY(grading.score(seen))));
    }
    return {};
  }

  void judge(const GradeRecord& record) {
    result_.points = record.points;
    result_.max_points = record.max_points;
    const score::LineOf text = [&](const Place& place) { return line_of(submission_, place); };
    result_.explanations = score::explanations_of(record, text);
    for (LostItem& one : result_.explanations) one.stated = request_.example.says.contains(one.item);
    add(score::differences(request_.example, record, text));
  }

  void add(const std::vector<std::string>& messages) {
    result_.complaints.insert(result_.complaints.end(), messages.begin(), messages.end());
  }

  void look_for_leftovers() {
    for (const std::string& path : request_.example.leaves_nothing)
      if (fs::exists(context_.paths.source / path)) result_.complaints.push_back("left " + path + " behind");
  }

  const VerifyRequest& request_;
  const Context& context_;
  fs::path submission_;
  VerifiedCase& result_;
};

}  // namespace

VerifiedCase verify(const VerifyRequest& request, const Context& context) {
  VerifiedCase result;
  result.group = request.lab.name;
  result.name = request.example.name;
  result.kind = request.example.kind;
  result.diff = request.example.diff;
  result.why = request.example.why;
  result.mistake = request.example.mistake;
  result.topic = request.example.topic;
  const double begin = context.clock.steady_seconds();
  const Result<void> ran = system::TempFolder::make().and_then(
      [&](const system::TempFolder& folder) { return Verification(request, context, folder, result).run(); });
  if (!ran) result.complaints.push_back("could not be graded: " + message_of(ran.error()));
  result.seconds = context.clock.steady_seconds() - begin;
  return result;
}

void verify_all(std::vector<VerifyRequest> requests, int jobs, const Context& context,
                const std::function<void(const VerifiedCase&)>& done) {
  constexpr std::size_t most_objects = 16;  // of each name, because cases need the solution's objects often
  const Result<system::TempFolder> folder = system::TempFolder::make();
  const compile::KeptObjects kept(folder ? folder->path() : fs::path(), most_objects);
  for (VerifyRequest& request : requests) request.kept = &kept;
  std::atomic<std::size_t> next = 0;
  std::mutex one_at_a_time;
  const auto work = [&] {
    for (std::size_t i; !context.stop.requested() && (i = next++) < requests.size();) {
      const VerifiedCase result = verify(requests[i], context);
      if (context.stop.requested()) return;  // an interrupted grade proves nothing
      const std::lock_guard guard(one_at_a_time);
      done(result);
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 0; i < std::max(jobs, 1); ++i) workers.emplace_back(work);
}

}  // namespace gridmark::pipeline
