#include "grader/report/standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"

namespace gridmark::report {
namespace {

/// "a person has given": the end of a phrase about who decides the open points.
std::string who_decides(const GradeRecord& record) {
  bool person = false, run = false;
  for (const ItemScore& item : record.items)
    if (item.open > Points(0)) (item.outcome == Outcome::deferred ? run : person) = true;
  if (person && run) return "a person and a quieter machine have decided on";
  return run ? "a quieter machine has timed" : "a person has given";
}

}  // namespace

Standing standing_of(const ItemScore& item) {
  if (item.outcome == Outcome::not_run) return Standing::not_run;
  if (item.outcome == Outcome::review) return Standing::review;
  if (item.outcome == Outcome::deferred) return Standing::review;  // open, because another run decides
  if (item.outcome == Outcome::ungraded) return Standing::ungraded;
  if (item.verdict == Verdict::pass) return Standing::full;
  return item.points > Points(0) ? Standing::partial : Standing::none;
}

std::string earned_text(const ItemScore& item) {
  return standing_of(item) == Standing::not_run ? "-" : range_text(item.points, item.points + item.open);
}

std::string earned_text(const GradeRecord& record, const CriterionScore& criterion) {
  Points most = criterion.points;
  for (const ItemScore& item : record.items)
    if (item.criterion == criterion.id) most += item.open;
  return range_text(criterion.points, most);
}

std::string earned_text(const GradeRecord& record) {
  return range_text(record.points, record.points_at_most);
}

bool claims_counted(const GradeRecord& record) {
  return std::any_of(record.items.begin(), record.items.end(), [](const ItemScore& item) {
    return std::any_of(item.measurements.begin(), item.measurements.end(),
                       [](const Measurement& seen) { return seen.provenance == Provenance::claimed; });
  });
}

std::string words(Outcome outcome) {
  if (outcome == Outcome::review) return "waits for review";
  if (outcome == Outcome::deferred) return "waits for a quieter machine";
  if (outcome == Outcome::ungraded) return "waits for a person";
  std::string prose(name_of(outcome));
  std::replace(prose.begin(), prose.end(), '_', ' ');
  return prose;
}

std::string verdict_words(const ItemScore& item) {
  switch (standing_of(item)) {
    case Standing::full:
      return "full points";
    case Standing::partial:
      return "part of the points";
    default:
      return item.outcome == Outcome::passed ? "threshold missed" : words(item.outcome);
  }
}

std::string whole_words(const GradeRecord& record) {
  return record.credit ? points_words(record.max_points) : points_text(record.max_points) + " done";
}

std::string standing_words(const GradeRecord& record, const std::string& mark) {
  if (!record.complete) return "partial run: items were left out, so this is not a grade";
  if (!record.credit)
    return record.passing ? "finished. This lab counts no points"
                          : fmt::format("finished at {}. This lab counts no points", mark);
  if (record.passing) return fmt::format("passing (the pass mark is {})", mark);
  const bool may_pass = record.points_at_most >= record.max_points * record.pass_mark;
  return fmt::format("below the pass mark of {}", mark) +
         (may_pass ? ", until " + who_decides(record) + " the open points" : "");
}

}  // namespace gridmark::report
