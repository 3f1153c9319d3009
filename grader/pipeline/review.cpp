#include "grader/pipeline/review.h"

#include <algorithm>

#include "base/nearest.h"
#include "grader/pipeline/score_again.h"

namespace gridmark::pipeline {
namespace {

/// The item's tests that made it wait, with their reasons.
std::vector<std::string> evidence_for(const GradeRecord& record, const ItemScore& item) {
  std::vector<std::string> messages;
  for (const std::string& name : item.tests)
    for (const TestResult& test : record.tests)
      if (test.name == name && test.outcome == Outcome::review)
        messages.push_back(test.name + ": " + test.reason);
  const bool by_text = item.tests.empty() && item.unmet_need.empty();  // an item about the report
  if (by_text) messages.push_back(item.reason);
  return messages;
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

Result<GradeRecord> decide(const GradeRecord& record, const Rubric& rubric, const ReviewDecision& decision) {
  const auto pending = pending_reviews(record);
  if (std::none_of(pending.begin(), pending.end(),
                   [&](const PendingReview& one) { return one.item->id == decision.item; }))
    return nothing_waits(record, decision.item);
  GradeRecord decided = record;
  decided.reviews.push_back(decision);
  return score_again(decided, rubric, results_of(decided));
}

Result<GradeRecord> with_manual_points(const GradeRecord& record, const Rubric& rubric,
                                       const std::vector<ManualPoints>& given) {
  GradeRecord judged = record;
  for (ManualPoints points : given) {
    std::erase_if(judged.manual, [&](const ManualPoints& old) { return old.item == points.item; });
    points.submission = record.submission;
    judged.manual.push_back(std::move(points));
  }
  return score_again(judged, rubric, results_of(judged));
}

}  // namespace gridmark::pipeline
