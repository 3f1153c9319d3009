#include "grader/pipeline/review.h"

#include <algorithm>

#include "grader/core/nearest.h"
#include "grader/score/score.h"

namespace gridmark {
namespace {

/// Those of the item's tests that made it wait.
std::vector<std::string> evidence_for(const GradeRecord& record, const ItemScore& item) {
  std::vector<std::string> sentences;
  for (const std::string& name : item.tests)
    for (const TestResult& test : record.tests)
      if (test.name == name && test.outcome == Outcome::review)
        sentences.push_back(test.name + ": " + test.reason);
  return sentences;
}

std::vector<Build> builds_of(const GradeRecord& record) {
  std::vector<Build> builds;
  for (const BuildRecord& seen : record.builds)
    builds.push_back({seen.device, seen.flavour, seen.outcome, seen.messages, seen.place, seen.seconds, {}});
  return builds;
}

/// Items that the run was asked for; those left out have no tests and say so.
std::vector<std::string> asked_in(const GradeRecord& record) {
  std::vector<std::string> asked;
  for (const ItemScore& item : record.items)
    if (record.complete || item.outcome != Outcome::not_run || !item.tests.empty()) asked.push_back(item.id);
  return asked;
}

/// From what the record holds; nothing runs.
Result<GradeRecord> score_again(const GradeRecord& record, const Lab& lab, const Rubric& rubric) {
  Submission submission;
  submission.origin = record.submission;
  submission.missing = record.missing;
  submission.ignored = record.ignored;
  const RunFacts facts{record.version,   record.device,  record.sandbox, record.started, record.seconds,
                       asked_in(record), record.reviews, record.written, record.manual};
  return score(lab, rubric, submission, builds_of(record),
               {record.tests, record.measurements, record.sandbox}, facts)
      .map([&](GradeRecord again) {
        again.source = record.source;
        return again;
      });
}

tl::unexpected<Error> nothing_waits(const GradeRecord& record, const std::string& item) {
  std::vector<std::string> waiting;
  for (const PendingReview& pending : pending_reviews(record)) waiting.push_back(pending.item->id);
  return failure(Error::Source::usage, record.submission,
                 waiting.empty() ? "nothing waits for review"
                                 : "\"" + item + "\" does not wait for review" + suggestion(item, waiting));
}

}  // namespace

std::vector<PendingReview> pending_reviews(const GradeRecord& record) {
  std::vector<PendingReview> all;
  for (const ItemScore& item : record.items)
    if (item.outcome == Outcome::review)
      if (auto evidence = evidence_for(record, item); !evidence.empty())
        all.push_back({&item, std::move(evidence)});
  return all;
}

Result<GradeRecord> decide(const GradeRecord& record, const Lab& lab, const Rubric& rubric,
                           const ReviewDecision& decision) {
  const auto pending = pending_reviews(record);
  if (std::none_of(pending.begin(), pending.end(),
                   [&](const PendingReview& one) { return one.item->id == decision.item; }))
    return nothing_waits(record, decision.item);
  GradeRecord decided = record;
  decided.reviews.push_back(decision);
  return score_again(decided, lab, rubric);
}

Result<GradeRecord> with_manual_points(const GradeRecord& record, const Lab& lab, const Rubric& rubric,
                                       const std::vector<ManualPoints>& given) {
  GradeRecord judged = record;
  for (ManualPoints points : given) {
    std::erase_if(judged.manual, [&](const ManualPoints& old) { return old.item == points.item; });
    points.submission = record.submission;
    judged.manual.push_back(std::move(points));
  }
  return score_again(judged, lab, rubric);
}

}  // namespace gridmark
