#include "grader/pipeline/verify.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "grader/compile/kept_objects.h"
#include "grader/pipeline/grading.h"
#include "grader/pipeline/make_submission.h"
#include "grader/score/case_verdict.h"
#include "grader/system/temp_folder.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

/// One case on its way.
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
  Result<void> grade_repeatedly() {
    GradeRequest grade_request;
    grade_request.lab = request_.lab;
    grade_request.rubric = request_.rubric;
    grade_request.submission = submission_;
    grade_request.quick = request_.quick;
    grade_request.device = request_.device;
    grade_request.gpu = request_.gpu;
    grade_request.kept = request_.kept;
    for (const Item* item : items_of(request_.rubric))
      if (!request_.example.left_out.empty() && request_.example.judges(item->id))
        grade_request.only.push_back(item->id);
    return Grading::prepare(grade_request, context_).and_then([&](const Grading& grading) {
      return measure_repeatedly(grading);
    });
  }

  /// What is compiled once is tested often: fresh workers, fresh inputs, the same programs.
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
    return {};
  }

  void judge(const GradeRecord& record) {
    result_.points = record.points;
    result_.max_points = record.max_points;
    const score::LineOf text = [&](const Place& place) { return line_of(submission_, place); };
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
  const double begin = context.clock.steady_seconds();
  const Result<void> ran = system::TempFolder::make().and_then(
      [&](const system::TempFolder& folder) { return Verification(request, context, folder, result).run(); });
  if (!ran) result.complaints.push_back("could not be graded: " + message_of(ran.error()));
  result.seconds = context.clock.steady_seconds() - begin;
  return result;
}

void verify_all(std::vector<VerifyRequest> requests, int jobs, const Context& context,
                const std::function<void(const VerifiedCase&)>& done) {
  constexpr std::size_t most_objects = 16;  // of each name; the solution's are wanted again and again
  const Result<system::TempFolder> folder = system::TempFolder::make();
  const compile::KeptObjects kept(folder ? folder->path() : fs::path(), most_objects);
  for (VerifyRequest& request : requests) request.kept = &kept;
  std::atomic<std::size_t> next = 0;
  std::mutex one_at_a_time;
  const auto work = [&] {
    for (std::size_t i; !context.stop.requested() && (i = next++) < requests.size();) {
      const VerifiedCase result = verify(requests[i], context);
      if (context.stop.requested()) return;  // an interrupted grade says nothing
      const std::lock_guard guard(one_at_a_time);
      done(result);
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 0; i < std::max(jobs, 1); ++i) workers.emplace_back(work);
}

}  // namespace gridmark::pipeline
