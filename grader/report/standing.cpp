#include "grader/report/standing.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridmark {

Standing standing_of(const ItemScore& item) {
  if (item.outcome == Outcome::not_run) return Standing::not_run;
  if (item.verdict == Verdict::pass) return Standing::full;
  return item.points > Points(0) ? Standing::partial : Standing::none;
}

std::string words(Outcome outcome) {
  std::string prose(name_of(outcome));
  std::replace(prose.begin(), prose.end(), '_', ' ');
  return prose;
}

std::string standing_words(const GradeRecord& record, const std::string& mark) {
  if (!record.complete) return "partial run: items were left out, so this is no grade";
  return fmt::format("{} (the pass mark is {})", record.passing ? "passing" : "below the pass mark", mark);
}

}  // namespace gridmark
