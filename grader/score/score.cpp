#include "grader/score/score.h"

#include <algorithm>

#include "grader/score/item_scorer.h"

namespace gridmark::score {
namespace {

BuildRecord without_paths(const Build& build) {
  return {build.device, build.flavour, build.outcome, build.messages,
          build.place,  build.seconds, build.fixes};
}

GradeRecord heading(const ItemScorer::Evidence& seen) {
  GradeRecord record;
  record.version = seen.facts.version;
  record.lab = seen.lab.name;
  record.title = seen.lab.title;
  record.submission = seen.submission.origin;
  record.device = seen.facts.device;
  record.sandbox = seen.facts.sandbox;
  record.started = seen.facts.started;
  record.seconds = seen.facts.seconds;
  record.pass_mark = seen.rubric.passing;
  record.credit = seen.rubric.credit;
  record.tests = seen.results.tests;
  record.measurements = seen.results.measurements;
  record.plots = seen.results.plots;
  for (const Build& build : seen.builds) record.builds.push_back(without_paths(build));
  record.missing = seen.submission.missing;
  record.ignored = seen.submission.ignored;
  record.reviews = seen.facts.reviews;
  record.written = seen.facts.written;
  record.manual = seen.facts.manual;
  record.deferred = seen.results.deferred;
  record.fingerprints = seen.facts.fingerprints;
  record.runs = seen.facts.runs;
  return record;
}

/// An item that this run left out.
ItemScore left_out(const Item& item, const Criterion& criterion) {
  ItemScore score;
  score.id = item.id;
  score.title = item.title;
  score.criterion = criterion.id;
  score.max_points = item.points;
  score.verdict = Verdict::inconclusive;
  score.reason = "left out of this run";
  return score;
}

/// Adds the lines of the criterion and its items to `record`.
Result<bool> add_criterion(const Criterion& criterion, const RunFacts& facts, ItemScorer& scorer,
                           GradeRecord& record) {
  CriterionScore line{criterion.id, criterion.title, 0, 0};
  for (const Item& item : criterion.items) {
    if (std::find(facts.asked.begin(), facts.asked.end(), item.id) == facts.asked.end()) {
      record.complete = false;
      record.items.push_back(left_out(item, criterion));
      continue;
    }
    auto score = TRY(scorer.score(item));
    line.points += score.points;
    line.max_points += score.max_points;
    record.points_at_most += score.open;
    record.items.push_back(std::move(score));
  }
  record.points += line.points;
  record.max_points += line.max_points;
  record.criteria.push_back(std::move(line));
  return true;
}

}  // namespace

Result<GradeRecord> score(const Lab& lab, const Rubric& rubric, const Submission& submission,
                          const std::vector<Build>& builds, const CheckerResults& results,
                          const RunFacts& facts) {
  const ItemScorer::Evidence seen{lab, rubric, submission, builds, results, facts};
  ItemScorer scorer(seen);
  GradeRecord record = heading(seen);
  for (const Criterion& criterion : rubric.criteria)
    if (auto added = add_criterion(criterion, facts, scorer, record); !added)
      return tl::unexpected<Error>(std::move(added.error()));
  record.points_at_most += record.points;
  record.passing = record.points >= record.max_points * rubric.passing;
  return record;
}

}  // namespace gridmark::score
