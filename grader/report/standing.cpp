#include "grader/report/standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"

namespace gridmark {

Standing standing_of(const ItemScore& item) {
  if (item.outcome == Outcome::not_run) return Standing::not_run;
  if (item.outcome == Outcome::review) return Standing::review;
  if (item.outcome == Outcome::deferred) return Standing::review;  // open as well: another run decides
  if (item.verdict == Verdict::pass) return Standing::full;
  return item.points > Points(0) ? Standing::partial : Standing::none;
}

std::string earned_text(const ItemScore& item) {
  return standing_of(item) == Standing::not_run ? "-" : points_text(item.points);
}

std::string words(Outcome outcome) {
  if (outcome == Outcome::review) return "waits for review";
  if (outcome == Outcome::deferred) return "waits for a quieter machine";
  std::string prose(name_of(outcome));
  std::replace(prose.begin(), prose.end(), '_', ' ');
  return prose;
}

std::string whole_words(const GradeRecord& record) {
  return record.credit ? points_words(record.max_points) : points_text(record.max_points) + " done";
}

std::string standing_words(const GradeRecord& record, const std::string& mark) {
  if (!record.complete) return "partial run: items were left out, so this is no grade";
  if (!record.credit)
    return record.passing ? "finished; this lab counts no points"
                          : fmt::format("finished at {}; this lab counts no points", mark);
  return record.passing ? fmt::format("passing (the pass mark is {})", mark)
                        : fmt::format("below the pass mark of {}", mark);
}

}  // namespace gridmark
