#include "grader/pipeline/score_again.h"

#include <algorithm>

#include "grader/score/score.h"

namespace gridmark::pipeline {
namespace {

std::vector<Build> builds_of(const GradeRecord& record) {
  std::vector<Build> builds;
  for (const BuildRecord& seen : record.builds)
    builds.push_back({seen.device,
                      seen.flavour,
                      seen.outcome,
                      seen.messages,
                      seen.place,
                      seen.seconds,
                      {},
                      {},
                      seen.fixes});
  return builds;
}

/// All items of the rubric for a complete run, else the items that the run was asked for. Items without tests
/// that did not run were left out.
std::vector<std::string> asked_in(const GradeRecord& record, const Rubric& rubric) {
  std::vector<std::string> asked;
  for (const Item* item : items_of(rubric)) {
    const auto known = std::find_if(record.items.begin(), record.items.end(),
                                    [&](const ItemScore& score) { return score.id == item->id; });
    const bool ran =
        known != record.items.end() && (known->outcome != Outcome::not_run || !known->tests.empty());
    if (record.complete || ran) asked.push_back(item->id);
  }
  return asked;
}

}  // namespace

CheckerResults results_of(const GradeRecord& record) {
  return {record.tests, record.measurements, record.sandbox, record.deferred, record.plots};
}

Result<GradeRecord> score_again(const GradeRecord& record, const Rubric& rubric, const CheckerResults& seen) {
  Lab lab;
  lab.name = record.lab;
  lab.title = record.title;
  lab.rubric = "rubric of " + record.lab;
  Submission submission;
  submission.origin = record.submission;
  submission.missing = record.missing;
  submission.ignored = record.ignored;
  score::RunFacts facts{
      record.version, record.device,  record.sandbox, record.started,      record.seconds, {},
      record.reviews, record.written, record.manual,  record.fingerprints, record.runs};
  facts.asked = asked_in(record, rubric);
  facts.fingerprints.rubric = rubric.fingerprint;
  return score::score(lab, rubric, submission, builds_of(record), seen, facts).map([&](GradeRecord again) {
    again.source = record.source;
    again.excerpts = record.excerpts;
    return again;
  });
}

}  // namespace gridmark::pipeline
